// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.StateChanges.inC;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What a counter does to its process besides being read is a reason to reject it. */
class SideEffectsTest {

  private static final int MANY = 40;

  private static List<Closeable> open(Path file) throws IOException {
    List<Closeable> open = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      open.add(new FileInputStream(file.toFile()));
    }
    return open;
  }

  private static void close(List<Closeable> open) throws IOException {
    for (Closeable file : open) {
      file.close();
    }
  }

  @Test
  void countsDescriptorWithNumberOfClosedOneAsOpened(@TempDir Path directory) throws Exception {
    assumeTrue(!SideEffects.descriptors().isEmpty(), "this system does not list descriptors");
    List<Closeable> earlier = open(Files.createFile(directory.resolve("earlier")));
    Map<String, String> before = SideEffects.descriptors();
    close(earlier);
    assertThat(SideEffects.ofReads(before)).isEmpty();
    List<Closeable> left = open(Files.createFile(directory.resolve("left")));
    assertThat(SideEffects.ofReads(before)).contains("descriptors open", "left");
    close(left);
  }

  /** The counters of {@link StateChanges}, probed once for all tests. */
  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class InChildJvm {

    private static final String OPENS = inC(0, false);
    private static final String READS = inC(1, true);
    private Map<String, String> reasons = Map.of();
    private List<Long> processesBefore = List.of();

    private Map<String, String> reasons() {
      StateChanges.assumePackaged();
      if (reasons.isEmpty()) {
        List<String> names = new ArrayList<>(StateChanges.HARMLESS);
        names.addAll(List.of("core-limit", "oom-score", "reads-open", "leaves-processes"));
        names.addAll(List.of("crashes", OPENS, READS));
        processesBefore = StateChanges.leftNow();
        reasons = Candidates.reasons(new StateChanges(), names.toArray(String[]::new));
      }
      return reasons;
    }

    @Test
    void namesChangeAndWhatMadeIt() {
      assertThat(reasons())
          .containsEntry(OPENS, "it changes MXCSR while being opened; it must leave it as it was")
          .containsEntry(
              READS,
              "it changes the x87 control word while being read; it must leave it as it was");
    }

    @Test
    void acceptsWhatHarmsNoProgram() {
      StateChanges.HARMLESS.forEach(name -> assertThat(reasons()).containsEntry(name, ""));
    }

    @Test
    void namesReadsThatOpenDescriptors() {
      assertThat(reasons().get("reads-open"))
          .matches("its reads left \\d+ descriptors open, such as that of /dev/null; .*");
    }

    @Test
    void endsWhatCounterHasStartedWithChild() throws Exception {
      assertThat(reasons().get("leaves-processes")).containsPattern("it leaves (a|the) process ");
      assertThat(reasons().get("crashes"))
          .contains("ended that process while being opened: SIGILL");
      assertThat(Traces.addedTo(processesBefore, StateChanges::leftNow)).isEmpty();
    }

    @Test
    void leavesNoCoreOfCounterThatAborts() {
      assertThat(reasons().get("core-limit")).contains("Max core file size 1 1");
    }

    @Test
    void makesChildFirstToGoWithoutMemory() {
      assertThat(reasons()).containsEntry("oom-score", "1000");
    }
  }
}

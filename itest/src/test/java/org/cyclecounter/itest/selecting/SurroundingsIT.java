// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Clock;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.cyclecounter.evil.ChildOutcome;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is around a selection: the class path, the other threads of the process, names. */
class SurroundingsIT {

  private static final int LONG_CLASS_PATH = 200 * 1024;

  @TempDir Path folder;

  private static void clockWorks(Ended ended) throws Exception {
    ended.well();
    assertThat(ended.rows())
        .hasEntrySatisfying(
            Clock.NAME, verdict -> assertThat(verdict).matches("(USABLE|SELECTED): .*"));
    Baseline.isWhatWorksIn(ended);
    Baseline.isSelectedBy(ended);
  }

  @Test
  void aClassPathLongerThanAnyArgumentMayBe() throws Exception {
    String entry = folder.resolve("not-there-".repeat(10)).toString();
    String entries =
        String.join(
            File.pathSeparator, Collections.nCopies(LONG_CLASS_PATH / entry.length(), entry));
    clockWorks(
        new Program(folder).providing(Clock.class).first(entries).run(FirstUse.class, "select"));
  }

  @Test
  void aClassPathThatBeginsLikeAFileOfArguments() throws Exception {
    Path services = folder.resolve("@services").resolve(Program.SERVICES);
    Files.createDirectories(services.getParent());
    Files.writeString(services, Clock.class.getName());
    clockWorks(new Program(folder).first("@services").run(FirstUse.class, "select"));
  }

  @Test
  void anotherThreadThatWaitsForWhateverProcessEnds() throws Exception {
    String prefix = Platform.current().prefix();
    Path library =
        Program.TESTS.resolve("META-INF/native/" + prefix + "/libcyclecounter-wall-1.so");
    assumeTrue(Files.exists(library), "the library to preload is for Linux, not " + prefix);
    clockWorks(
        new Program(folder)
            .providing(Clock.class)
            .variable("LD_PRELOAD", library.toString())
            .run(FirstUse.class, "select"));
  }

  @Test
  void aProviderThatIsNamedLikeTheProjectsOwn() throws Exception {
    Path jar =
        Jars.write(
            folder.resolve("evil.jar"),
            Map.of(),
            Map.of(
                Program.SERVICES,
                Jars.utf8(ChildOutcome.class.getName()),
                Jars.entry(ChildOutcome.class),
                Jars.bytes(ChildOutcome.class)));
    for (String way : new String[] {"static", "select"}) {
      Ended ended = new Program(folder).first(jar.toString()).run(FirstUse.class, way).well();
      Baseline.isSelectedBy(ended);
      assertThat(ended.rows().get("example-evil")).startsWith("REJECTED: ").contains("status 3");
    }
  }
}

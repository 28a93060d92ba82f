// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.many.P0000;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.selector.CycleCounterSelector;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thousand providers more: the first reading comes, and those that cannot win are left alone. */
class ManyProvidersIT {

  private static final int MANY = 1_000;

  @TempDir Path folder;

  static Path jar(Path file, int count) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    String types = add(entries, count);
    entries.put(Program.SERVICES, Jars.utf8(types));
    return Jars.write(file, Map.of(), entries);
  }

  /** Adds one class under many names, which have the same length, and returns them as lines. */
  static String add(Map<String, byte[]> entries, int count) throws IOException {
    String template = new String(Jars.bytes(P0000.class), StandardCharsets.ISO_8859_1);
    StringBuilder names = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      String name = String.format("P%04d", i);
      String bytes = template.replace("P0000", name);
      entries.put(
          "com/example/many/" + name + ".class", bytes.getBytes(StandardCharsets.ISO_8859_1));
      names.append("com.example.many.").append(name).append('\n');
    }
    return names.toString();
  }

  @ParameterizedTest
  @CsvSource("FIXED_RESOLUTION, 200")
  void theFirstReadingComesAndNoneIsOpenedThatCannotWin(CounterKind kind, long penalty)
      throws Exception {
    Path opened = Files.createFile(folder.resolve("opened"));
    // A selection among so many may take more than the usual minute on a busy machine.
    Ended ended =
        new Program(folder)
            .first(jar(folder.resolve("many.jar"), MANY).toString())
            .variable(P0000.OPENED, opened.toString())
            .variable(P0000.KIND, kind.name())
            .stepLimit(50)
            .limit(900)
            .run(FirstUse.class, "first")
            .well();
    long opens = Files.size(opened);
    System.out.printf(
        "%d more providers, %s: first reading after %s ms, %s; %d of them were opened%n",
        MANY, kind, ended.said("first reading, ms"), ended.said("selected"), opens);
    assertThat(ended.said("it rises")).isEqualTo("true");
    long best =
        CycleCounterSelector.builder().build().select().report().counters().stream()
            .filter(counter -> counter.precision() > 0)
            .mapToLong(counter -> counter.precision())
            .min()
            .orElse(Long.MAX_VALUE);
    if (best <= penalty) {
      assertThat(opens).as("opened, although %d is the best without them", best).isZero();
      Baseline.isSelectedBy(ended);
    }
  }
}

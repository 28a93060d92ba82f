// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many instructions a read of a mapped perf event takes; how long it takes is not tested. */
class InstructionsTest {

  /** A read that did less than a call of an empty native method would not be one. */
  private static final int EMPTY = 30;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** In a JVM whose compiler is waited for. */
  private static String count() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xbatch");
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Instructions.class.getName(), "0"));
    Path output = Files.createTempFile("instructions", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assumeTrue(!text.contains("does not single-step"), text.strip());
      assertThat(process.exitValue()).as(text).isZero();
      return text;
    } finally {
      Files.delete(output);
    }
  }

  private static int number(String table, String way, int column) {
    String line =
        table.lines().filter(each -> each.startsWith(way + "  ")).findFirst().orElseThrow();
    return Integer.parseInt(line.substring(way.length()).strip().split(" +")[column]);
  }

  @Test
  void aReadTakesAtMost110Instructions() throws Exception {
    String prefix = Platform.current().prefix();
    assumeTrue(
        prefix.equals("linux-x86-64"), "single-stepping needs Linux on x86-64; this is " + prefix);
    String table = count();
    for (String way : List.of("native method ticks()", "static final field", "instance field")) {
      assertThat(number(table, way, 0)).as(way + "\n" + table).isBetween(EMPTY, 110);
      // 35 here; 15 more where the C library has no room for the thread's variable beside its own.
      assertThat(number(table, way, 1)).as(way + ", in C\n" + table).isBetween(20, 60);
    }
    assertThat(number(table, "start()", 0)).as(table).isBetween(EMPTY, 110);
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "-1"})
  void badInputIsStatus2AndOneSentence(String rounds) {
    PrintStream none = new PrintStream(PrintStream.nullOutputStream());
    assertThat(Instructions.run(new String[] {rounds}, none, new PrintStream(err, true)))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("instructions: '" + rounds + "' is no number of rounds; ");
  }
}

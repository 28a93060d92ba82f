// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HotSpot's code counts by blocks as by single steps, place by place ({@link BlockRuns}). Operations
 * of the JDK: {@code trace/blocks}.
 */
class BlockRunsTest {

  /** At least one pair of runs is equal, or is so in loops: an operation may change its state. */
  private static final String EQUAL = "(?s).* [1-9]\\d* equal( loops)?,.*";

  @BeforeAll
  static void canCount() {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
  }

  /** Runs in C1's code, which leaves more to signals; returns a line for each operation. */
  private static List<String> runs(String disturbance, int pairs, Stream<String> operations)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Conditions.OPTIONS);
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-Xss200k", "-XX:MaxJavaStackTraceDepth=8"));
    command.addAll(List.of("-Dpairs=" + pairs, "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BlockRuns.class.getName(), "300", disturbance));
    operations.forEach(name -> command.add("org.cyclecounter.trace." + name));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().filter(line -> !line.startsWith(" ")).toList();
  }

  @Test
  @Tag("gate")
  void countsAsStepsWhereSignalsChangeTheWay() throws Exception {
    Stream<String> operations =
        Stream.of("NullChecks", "Divisions", "Polls").map("child.SignalOperations$"::concat);
    assertThat(runs("nothing", 2, operations)).hasSize(3).allMatch(line -> line.matches(EQUAL));
  }

  @Test
  @Tag("gate")
  void countsNothingWhereStepsAreLost() throws Exception {
    Stream<String> operations =
        Stream.of("Cleared", "ClearedAndSet", "ClearedByReturn", "Replaced", "ReplacedAndPutBack")
            .map("LostSteps$"::concat);
    assertThat(runs("nothing", 1, operations))
        .hasSize(5)
        .allMatch(line -> line.endsWith(" 0 equal, 0 equal loops, 0 different, 1 disturbed"));
  }

  /** Each frame is unwound; polls and signals take the time of steps, and disturb some pairs. */
  @ParameterizedTest
  @CsvSource({"StackOverflow, nothing", "Polls, polls", "NullChecks, signals"})
  @Tag("long")
  void countsAsStepsWhereSignalsAreMany(String operation, String disturbance) throws Exception {
    int pairs = disturbance.equals("nothing") ? 2 : 8;
    assertThat(runs(disturbance, pairs, Stream.of("child.SignalOperations$" + operation)))
        .hasSize(1)
        .allMatch(line -> line.matches(EQUAL));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.trace.JdkOperations;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HotSpot's code counts by blocks as by single steps, place by place ({@link BlockRuns}). */
class BlockRunsTest {

  /** At least one pair of runs is equal, or is so in loops: an operation may change its state. */
  private static final String EQUAL = "(?s).* [1-9]\\d* equal( loops)?,.*";

  @BeforeAll
  static void canCount() {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
  }

  private static String runs(List<String> options, int warmUp, String disturbance, String... names)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Conditions.OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BlockRuns.class.getName(), Integer.toString(warmUp), disturbance));
    command.addAll(List.of(names));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Of C1, which leaves more to signals. */
  private static void checkSignals(String operation, String disturbance) throws Exception {
    String name = SignalOperations.class.getName() + "$" + operation;
    // A disturbed pair has another number of stops or signals in one of five cases.
    String pairs = disturbance.equals("nothing") ? "-Dpairs=2" : "-Dpairs=8";
    List<String> options =
        List.of("-XX:TieredStopAtLevel=1", "-Xss200k", "-XX:MaxJavaStackTraceDepth=8", pairs);
    assertThat(runs(options, 300, disturbance, name)).matches(EQUAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NullChecks", "Divisions", "Polls"})
  void countsAsStepsWhereSignalsChangeTheWay(String operation) throws Exception {
    checkSignals(operation, "nothing");
  }

  /** Each frame is unwound; polls and signals take the time of steps. */
  @ParameterizedTest
  @CsvSource({"StackOverflow, nothing", "Polls, polls", "NullChecks, signals"})
  @Tag("long")
  void countsAsStepsWhereSignalsAreMany(String operation, String disturbance) throws Exception {
    checkSignals(operation, disturbance);
  }

  @Test
  @Tag("long")
  void countsOperationsOfTheJdkAsSteps() throws Exception {
    String[] names = JdkOperations.all().stream().map(Class::getName).toArray(String[]::new);
    assertThat(runs(List.of(), 20_000, "nothing", names).lines())
        .filteredOn(line -> !line.startsWith(" "))
        .hasSameSizeAs(names)
        .allMatch(line -> line.matches(EQUAL));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.cyclecounter.instructions.LostSteps;
import org.cyclecounter.instructions.TestJvm;
import org.cyclecounter.instructions.count.Counting;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HotSpot's code counts by blocks as by single steps, place by place ({@link BlockRuns}); {@code
 * instructions/proofs/blocks} compares operations of the JDK.
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
    List<String> arguments = new ArrayList<>(Conditions.OPTIONS);
    arguments.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-Xss200k", "-XX:MaxJavaStackTraceDepth=8"));
    arguments.addAll(List.of("-Dpairs=" + pairs, BlockRuns.class.getName(), "300", disturbance));
    operations.forEach(name -> arguments.add("org.cyclecounter.instructions." + name));
    String output = TestJvm.output(List.of(), arguments);
    return output.lines().filter(line -> !line.startsWith(" ")).toList();
  }

  @Test
  @Tag("gate")
  void countsAsStepsWhereSignalsChangeTheWay() throws Exception {
    Stream<String> operations =
        Stream.of("NullChecks", "Divisions", "Polls").map("stepping.SignalOperations$"::concat);
    assertThat(runs("nothing", 2, operations)).hasSize(3).allMatch(line -> line.matches(EQUAL));
  }

  /** Prints true for each way to lose steps that leaves no count. */
  static final class LostRuns {
    private LostRuns() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      Stepper.load();
      Stepper.blocks(true);
      Runnable putBack =
          () -> {
            LostSteps.replace();
            LostSteps.putBack();
          };
      for (Runnable lost :
          List.<Runnable>of(
              LostSteps::clear,
              LostSteps::clearAndSet,
              LostSteps::clearByReturn,
              LostSteps::replace,
              putBack)) {
        Object unusedFirst = Stepper.call(Executors.callable(lost), false); // links classes
        Object unusedResult = Stepper.call(Executors.callable(lost), true);
        System.out.println(Stepper.places() == null && !Stepper.isDisturbed());
      }
    }
  }

  @Test
  @Tag("gate")
  void countsNothingWhereStepsAreLost() throws Exception {
    List<String> arguments = List.of("-XX:+UseSerialGC", LostRuns.class.getName());
    assertThat(TestJvm.output(List.of(), arguments).lines())
        .containsExactly("true", "true", "true", "true", "true");
  }

  /** Each frame is unwound; polls and signals take the time of steps, and disturb some pairs. */
  @ParameterizedTest
  @CsvSource({"StackOverflow, nothing", "Polls, polls", "NullChecks, signals"})
  @Tag("long")
  void countsAsStepsWhereSignalsAreMany(String operation, String disturbance) throws Exception {
    int pairs = disturbance.equals("nothing") ? 2 : 8;
    assertThat(runs(disturbance, pairs, Stream.of("stepping.SignalOperations$" + operation)))
        .hasSize(1)
        .allMatch(line -> line.matches(EQUAL));
  }
}

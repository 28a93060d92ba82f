// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.OneFault;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults in C that show late, or harm whoever reads on: each in a JVM that has no other fault, so
 * that what happens to that JVM is this fault's doing. The first selection of a program, by {@code
 * auto} isolation; {@code -Dtests=all} for each fault of a kind, {@code -Dfaults=all} for more
 * numbers of reads.
 */
@Execution(ExecutionMode.CONCURRENT)
class OneFaultIT {

  /** What the library does before a counter is read, with its reads, and to its process. */
  private static final List<String> KINDS =
      List.of(
          "fault-amd64-",
          "fault-arm64-",
          "fault-check-",
          "fault-library-",
          "fault-fifth-",
          "fault-2500th-",
          "fault-ordered-",
          "fault-stops-process",
          "fault-cancels-");

  /** After so many reads a counter stops returning: in each of the stages of a selection. */
  private static final List<Integer> ALL_LIMITS =
      List.of(1, 2, 5, 10, 100, 1000, 2000, 3000, 10000, 30000, 50000, 100000, 1000000);

  private static final List<Integer> LIMITS = List.of(1, 3000, 30000, 1000000);

  /** What a selection reads at least: the child JVM alone reads as often. */
  private static final int MIN_READS = 100_000;

  private static final Map<String, String> WITHOUT = new HashMap<>();

  private static synchronized String without(String isolation) throws Exception {
    String known = WITHOUT.get(isolation);
    if (known == null) {
      known = FaultRun.without(isolation);
      WITHOUT.put(isolation, known);
    }
    return known;
  }

  private static FaultRun alone(String isolation, String fault, Map<String, String> more)
      throws Exception {
    return alone(isolation, fault, more, 1);
  }

  private static FaultRun alone(
      String isolation, String fault, Map<String, String> more, int patience) throws Exception {
    FaultRun run = FaultRun.alone(isolation, fault, more, without(isolation), patience);
    if (patience == 1 && anotherRanOutOfTime(run, fault)) {
      return again(isolation, fault, more);
    }
    assertThat(run.end()).isEqualTo(FaultRun.LIVED);
    assertThat(run.counters()).extracting(FaultRun.Line::name).contains(fault);
    return run;
  }

  private static FaultRun again(String isolation, String fault, Map<String, String> more)
      throws Exception {
    System.out.println(fault + " ran out of time; once more with ten times as much");
    return alone(isolation, fault, more, 10);
  }

  /**
   * On a busy machine a second may be too short to load a provider's classes, or to find the
   * multiplier of the machine's own counter.
   */
  private static boolean anotherRanOutOfTime(FaultRun run, String fault) {
    return run.counters().stream()
        .filter(line -> !line.name().equals(fault))
        .anyMatch(line -> Expected.isOutOfTime(line.reason()));
  }

  /** The first of each kind, or all of them. */
  static Stream<Expected> faults() throws IOException {
    List<Expected> here =
        Expected.all().stream().filter(fault -> fault.isThere(Environment.here())).toList();
    return KINDS.stream()
        .flatMap(
            kind ->
                here.stream()
                    .filter(fault -> fault.name().startsWith(kind))
                    .limit(FaultRun.MORE ? Long.MAX_VALUE : 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void itIsRejectedAndTheProgramGoesOnUnharmed(Expected fault) throws Exception {
    FaultRun run = alone("auto", fault.name(), Map.of());
    if (fault.ranOutOfTime(run, "auto")) {
      run = again("auto", fault.name(), Map.of());
    }
    assertThat(fault.said(run)).matches(fault.inChildJvm());
    assertThat(run.isRightlySelected())
        .as("selected " + run.selected() + ", without the fault " + run.without())
        .isTrue();
  }

  static Stream<Arguments> limits() {
    return (FaultRun.MORE ? Stream.of("auto", "jvm") : Stream.of("auto"))
        .flatMap(
            isolation ->
                (FaultRun.ALL ? ALL_LIMITS : LIMITS)
                    .stream().map(limit -> Arguments.of(isolation, limit)));
  }

  @ParameterizedTest(name = "after {1} reads, {0}")
  @MethodSource("limits")
  void aCounterThatStopsReturningIsRejectedOrWorksForTheWholeSelection(String isolation, int limit)
      throws Exception {
    String name = "fault-stops-returning";
    FaultRun run = alone(isolation, name, Map.of(OneFault.LIMIT, "" + limit));
    System.out.println(
        isolation + ", stops returning after " + limit + " reads: " + run.selected());
    List<FaultRun.Line> lines =
        run.counters().stream().filter(line -> line.name().equals(name)).toList();
    assertThat(lines).hasSize(1);
    FaultRun.Line line = lines.get(0);
    if (limit < MIN_READS || line.verdict().equals("REJECTED")) {
      assertThat(line.verdict()).isEqualTo("REJECTED");
      assertThat(line.reason()).containsPattern("did not return within \\d+ m?s");
      if (!run.isRightlySelected()) { // a busy machine costs other counters their second, too
        run = again(isolation, name, Map.of(OneFault.LIMIT, "" + limit));
      }
      assertThat(run.isRightlySelected())
          .as("selected " + run.selected() + ", without the fault " + run.without())
          .isTrue();
    }
  }

  @Test
  void aCounterThatLocksMemoryElsewhereLocksNoneHere() throws Exception {
    assertThat(alone("auto", "fault-locks-memory", Map.of()).lockedKb()).isZero();
  }
}

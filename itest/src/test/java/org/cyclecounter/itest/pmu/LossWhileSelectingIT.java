// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cyclecounter.itest.machines.Selection.Way;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The kernel forbids RDPMC, or takes all hardware counters away, at any moment of a selection.
 *
 * <p>Twelve moments are probed, {@code -Dpmu.moments=200} all of them: the first twenty reads, each
 * opening and mapping of an event, and reads spread over the whole selection.
 */
class LossWhileSelectingIT extends SimulatedPmu {

  private static final int ALL = 200;

  private static final int MOMENTS = Integer.getInteger("pmu.moments", 12);

  /** A point of a selection, as the simulator's option has it: {@code at=17}. */
  private record Moment(String option, String counted, long number) {

    private boolean came(Run run) {
      return run.statistic(counted) >= number;
    }
  }

  private static Run select(Way how, String... commands) throws Exception {
    List<String> options = new ArrayList<>(SimulatedPmu.DETERMINISTIC);
    options.addAll(List.of(commands));
    return SimulatedPmu.java(options, Select.class, how.name());
  }

  @Test
  void withoutALossTheCounterOfCyclesIsSelected() throws Exception {
    for (Way how : Way.values()) {
      Run run = select(how);
      isRight(run);
      assertThat(run.said("selected")).as(run.all()).isEqualTo("amd64-pmc");
      assertThat(run.said("last")).isEqualTo("amd64-pmc");
      assertThat(run.statistic("faults")).isZero();
    }
  }

  @TestFactory
  Stream<DynamicTest> rdpmcIsForbidden() throws Exception {
    return moments(MOMENTS).map(test -> test("lose", test));
  }

  @TestFactory
  Stream<DynamicTest> hardwareCountersAreTaken() throws Exception {
    return moments(Math.max(1, MOMENTS / 2)).map(test -> test("slots=0", test));
  }

  private static DynamicTest test(String command, Moment moment) {
    Way how = Way.values()[(int) (moment.number() % Way.values().length)];
    return dynamicTest(
        command + ", " + moment.option() + "=" + moment.number() + ", " + how,
        () -> {
          Run run = select(how, "--" + moment.option() + "=" + moment.number() + ":" + command);
          isRight(run);
          if (command.equals("lose") && moment.came(run)) {
            assertThat(run.said("last")).as(run.all()).isNotEqualTo("amd64-pmc");
            assertThat(run.said("amd64-pmc")).as(run.all()).matches("REJECTED .*(rdpmc|lost).*");
          }
        });
  }

  private static void isRight(Run run) {
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.said("rises")).as(run.all()).isEqualTo("yes");
    assertThat(run.said("decreases")).as(run.all()).isEqualTo("0");
    // A selection that waits for itself, or for a lost counter, has a step that times out.
    assertThat(run.out()).as(run.all()).noneMatch(line -> line.contains("did not return within"));
    assertThat(run.err()).as(run.all()).noneMatch(line -> line.contains("Exception"));
  }

  /** So many moments, evenly from all. */
  private static Stream<Moment> moments(int count) throws Exception {
    Run whole = select(Way.SELECT);
    List<Moment> all = new ArrayList<>();
    LongStream.rangeClosed(1, 20).forEach(read -> all.add(new Moment("at", "own", read)));
    LongStream.rangeClosed(1, whole.statistic("own-opens"))
        .forEach(open -> all.add(new Moment("at-open", "own-opens", open)));
    LongStream.rangeClosed(1, whole.statistic("own-mmaps"))
        .forEach(map -> all.add(new Moment("at-mmap", "own-mmaps", map)));
    long reads = whole.statistic("own");
    int spread = ALL - all.size();
    LongStream.rangeClosed(1, spread)
        .forEach(part -> all.add(new Moment("at", "own", 20 + part * (reads - 20) / spread)));
    return IntStream.range(0, count).mapToObj(i -> all.get((int) ((i + 0.5) * all.size() / count)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.pmu.CountingRun.Verdict.LOST;
import static org.cyclecounter.itest.pmu.CountingRun.Verdict.REFUSED;
import static org.cyclecounter.itest.pmu.CountingRun.Verdict.RIGHT;
import static org.cyclecounter.itest.pmu.CountingRun.Verdict.STANDS_STILL;
import static org.cyclecounter.itest.pmu.CountingRun.Verdict.TOO_LOW;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.Selection.Way;
import org.cyclecounter.itest.pmu.CountingRun.Verdict;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A PMU that others use, too, is full, is taken away, or stands still: each thread's count is
 * within 1 % of its own truth, or the counter is refused, or lost with all that belongs to a loss.
 * Never silently wrong.
 *
 * <p>Each situation is probed with one counter by {@code select()} and another by {@code CpuCycles}
 * in turns; {@code -Dpmu.rows=all}: with each of the three counters in both ways.
 */
class SharedPmuIT extends SimulatedPmu {

  private static final boolean ALL = System.getProperty("pmu.rows", "").equals("all");

  /**
   * A counter, the way to select it, and the options that make it the best if it cannot be
   * requested by name.
   *
   * @param options the simulator's
   */
  private record Reader(String counter, Way how, String... options) {}

  private static final List<Reader> READERS =
      List.of(
          new Reader("amd64-pmc", Way.SELECT),
          new Reader("amd64-perfpmc", Way.SELECT),
          new Reader("default-perfevent", Way.SELECT),
          // Equal to amd64-pmc, so later than it: amd64-pmc's events cannot be opened, which is
          // probed with four sets of flags.
          new Reader("amd64-perfpmc", Way.CPU_CYCLES, "--deny=EACCES", "--at-open=5:deny=0"),
          new Reader("default-perfevent", Way.CPU_CYCLES),
          new Reader("amd64-pmc", Way.CPU_CYCLES));

  /**
   * Events of the PMU, the work during them, and the results, stage by stage.
   *
   * @param options the simulator's
   * @param does {@link Counting}'s arguments
   */
  private record Situation(String name, String options, String does, Verdict... expected) {}

  private static final String BY_TURNS = " --turn=400000";

  private static final List<Situation> SITUATIONS =
      List.of(
          counters(1),
          counters(2),
          counters(6),
          new Situation("taken, given back", "", "taken:2", LOST, RIGHT, LOST, RIGHT),
          new Situation("taken, given back, unread", "", "unread:1", LOST, RIGHT),
          new Situation(
              "5 counters, 12 rivals", "--slots=5 --rivals=12" + BY_TURNS, "threads:2", RIGHT),
          new Situation(
              "5 counters, 12 rivals come",
              "--slots=5" + BY_TURNS,
              "threads:1 command:rivals=12 threads:2",
              RIGHT,
              RIGHT),
          new Situation("no counter, then 6", "--slots=0", "again:slots=6", REFUSED, RIGHT),
          new Situation("dead, then alive", "--dead", "again:alive", REFUSED, RIGHT),
          // Only equal readings show the fault of the next stage, and only a selection checks for
          // them.
          new Situation(
              "dies in use",
              "",
              "command:dead threads:1 again:dead again:alive",
              STANDS_STILL,
              REFUSED,
              RIGHT),
          stalls("0.3"),
          stalls("0.05"),
          new Situation(
              "stalls for 0.3 of the time in use",
              "",
              "command:turn=20000 command:stall=0.3 threads:1 again:stall=0.3 again:stall=0",
              TOO_LOW,
              REFUSED,
              RIGHT));

  @TempDir Path folder;

  private static Situation counters(int number) {
    String name = number == 1 ? "1 counter" : number + " counters";
    return new Situation(
        name,
        "--slots=" + number,
        "threads:1 threads:2 threads:4 threads:8",
        RIGHT,
        RIGHT,
        RIGHT,
        RIGHT);
  }

  private static Situation stalls(String share) {
    return new Situation(
        "stalls for " + share + " of the time",
        "--turn=20000 --stall=" + share,
        "again:stall=0",
        REFUSED,
        RIGHT);
  }

  @TestFactory
  Stream<DynamicTest> isRightOrRefusedOrLost() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < SITUATIONS.size(); i++) {
      for (int j = 0; j < READERS.size(); j++) {
        if (ALL || i % 3 == j % 3) {
          Situation situation = SITUATIONS.get(i);
          Reader reader = READERS.get(j);
          tests.add(
              dynamicTest(
                  situation.name() + ", " + reader.counter() + ", " + reader.how(),
                  () -> {
                    CountingRun run = run(reader, situation.options(), situation.does());
                    assertThat(run.verdicts())
                        .as(run.run().all())
                        .containsExactly(situation.expected());
                  }));
        }
      }
    }
    return tests.stream();
  }

  /** Two counters of one thread need two hardware counters. */
  @Test
  void hardwareCounterServesOneOfTwoCountersInThread() throws Exception {
    for (Reader reader : READERS.subList(0, 3)) {
      String other = reader.counter().equals("amd64-pmc") ? "default-perfevent" : "amd64-pmc";
      CountingRun run = run(reader, "--slots=1", "beside:" + other);
      assertThat(run.verdicts())
          .as(run.run().all())
          .isSubsetOf(RIGHT, LOST, REFUSED)
          .contains(RIGHT);
    }
  }

  private CountingRun run(Reader reader, String options, String does) throws Exception {
    Path control = Files.createTempFile(folder, "control", "");
    List<String> all = new ArrayList<>(SimulatedPmu.DETERMINISTIC);
    all.addAll(List.of(reader.options()));
    Stream.of(options.strip().split(" +")).filter(word -> !word.isEmpty()).forEach(all::add);
    all.add("--control=" + control);
    // Two readings of the time-stamp counter may be one cycle apart in a virtual machine.
    boolean withoutX86 =
        reader.how() == Way.CPU_CYCLES && reader.counter().equals("default-perfevent");
    String classPath = withoutX86 ? Java.classPathAndTestsWithout("x86") : Java.classPathAndTests();
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(reader.how().name(), reader.counter(), control.toString()));
    arguments.addAll(List.of(does.split(" ")));
    CountingRun run =
        CountingRun.of(
            java(
                all,
                List.of(),
                List.of("-cp", classPath),
                Counting.class,
                arguments.toArray(String[]::new)));
    assertThat(run.run().status()).as(run.run().all()).isZero();
    assertThat(run.run().said("end")).as(run.run().all()).isEqualTo("yes");
    return run;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.Interleaving.Listener;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.bench.Interleaving.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterleavingTest {

  private static final String LOST = "The counter an-event was lost: only runs without it count.";
  private static final Listener SILENT = new Listener() {};

  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch afterTest = new CountDownLatch(1);

  @AfterEach
  void release() {
    afterTest.countDown();
  }

  /** A bench by whose clock a reading takes so long, and so does a run. */
  private static Bench bench(long readingNs) {
    FakeTimer timer = new FakeTimer();
    timer.readingsCost(readingNs, readingNs);
    return FakeTimer.bench(timer);
  }

  private static Task task(String name, BenchFunction function) {
    return new Task(name, () -> Subject.of(name, function));
  }

  private static List<Outcome> measure(double limitSeconds, int runs, List<Task> tasks)
      throws InterruptedException {
    Supplier<Bench> benches = () -> bench(1_000_000_000).targetSeconds(1);
    Duration limit = Duration.ofMillis((long) (1000 * limitSeconds));
    try (Interleaving turns = new Interleaving(benches, limit, SILENT)) {
      return turns.measure(tasks, runs, 1000);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean isOver = false;
    while (!isOver) {
      try {
        latch.await();
        isOver = true;
      } catch (InterruptedException e) {
        // as code that looks at no interrupt
      }
    }
  }

  /** The limit has to be long enough for the task that ends, on a machine that is busy, too. */
  @Test
  void abandonsTasksThatDoNotEndAndMeasuresTheOthers() throws Exception {
    List<Outcome> measured = List.of();
    List<String> states = List.of();
    List<String> expected =
        List.of(
            "",
            "It is still running and takes a processor from those that follow.",
            "",
            "measured");
    for (int seconds = 1; !states.equals(expected) && seconds <= 1000; seconds *= 10) {
      AtomicInteger calls = new AtomicInteger();
      measured =
          measure(
              seconds / 10.0,
              9,
              List.of(
                  task("waits", n -> never.await()),
                  task("stays", n -> awaitUninterruptibly(afterTest)),
                  task(
                      "waits at the fourth call",
                      n -> {
                        if (calls.incrementAndGet() > 3) {
                          never.await();
                        }
                      }),
                  task("ends", n -> {})));
      states =
          measured.stream()
              .map(Outcome::failure)
              .map(e -> e instanceof TimeoutException ? e.getMessage() : "measured")
              .toList();
    }
    assertThat(states).isEqualTo(expected);
    assertThat(measured.get(3).failure()).isNull();
    assertThat(measured.get(3).timings()).hasSizeGreaterThanOrEqualTo(9);
    assertThat(measured.get(3).warnings())
        .contains("The operation stays was abandoned and is still running beside this one.");
  }

  @Test
  void runsInTurnsEachRoundBeginningWithAnother() throws Exception {
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    List<Outcome> measured =
        measure(
            600,
            9,
            Stream.of("a", "b", "c").map(name -> task(name, n -> calls.add(name))).toList());
    for (Outcome outcome : measured) {
      long quiet = outcome.timings().stream().filter(timing -> !timing.disturbed()).count();
      assertThat(outcome.timings().size() == 18 || quiet == 9).as("%s", outcome).isTrue();
    }
    // A run that was disturbed is repeated in its turn.
    String turns = String.join("", calls).replaceAll("(.)\\1+", "$1");
    assertThat(turns).startsWith("abc" + "bca" + "cab" + "abc");
  }

  @Test
  void takesRunOfPreparationForTheOnlyOne() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Outcome measured = measure(600, 1, List.of(task("once", n -> calls.incrementAndGet()))).get(0);
    assertThat(measured.timings()).hasSize(1);
    assertThat(calls).hasValue(1);
  }

  @Test
  void reportsExceptionAsFailureOfItsTask() throws Exception {
    Error failure = new AssertionError("of the task");
    Task failing =
        task(
            "fails",
            n -> {
              throw failure;
            });
    List<Outcome> measured = measure(600, 1, List.of(failing, task("ends", n -> {})));
    assertThat(measured).extracting(Outcome::failure).containsExactly(failure, null);
  }

  @Test
  void endsAfterRunsWhereAllAreDisturbed() throws Exception {
    Outcome measured = measure(600, 3, List.of(task("collects", n -> System.gc()))).get(0);
    assertThat(measured.timings()).hasSize(3).allMatch(Timing::disturbed);
    assertThat(measured.warnings()).endsWith("Disturbed: 3 of 3 runs.");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, collected",
    "4, 2, ''",
    "3, 2, Disturbed and not counted: 2 of 3 runs.",
    "2, 2, collected collected Disturbed: 2 of 2 runs."
  })
  void warnsOfDisturbanceOfMoreThanHalfOfTheRuns(int count, int disturbed, String warnings) {
    List<TaskRuns.Run> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean is = i < disturbed;
      Timing timing = new Timing(1, 1, 1, true, true, "c", "tsc", Counted.TICKS, is, true);
      runs.add(new TaskRuns.Run(timing, is ? List.of("collected") : List.of()));
    }
    Outcome outcome = TaskRuns.outcome(runs, List.of());
    assertThat(String.join(" ", outcome.warnings())).isEqualTo(warnings);
    assertThat(outcome.timings()).hasSize(count);
  }

  /** Each time by less than what would be prepared anew. */
  @Test
  void beginsAnewTwiceWhenTaskBecomesFaster() {
    FakeTimer timer = new FakeTimer();
    long[] nanosEach = {100_000_000};
    TaskRuns runs =
        new TaskRuns(task("faster", n -> timer.work(nanosEach[0], 1).run(n)), Duration.ZERO);
    List<Integer> sizes = new ArrayList<>();
    try (Bench bench = FakeTimer.bench(timer).targetSeconds(0.001)) {
      for (int round = 0; round < 5; round++) {
        sizes.add(runs.next(bench).timings().size());
        nanosEach[0] = nanosEach[0] * 55 / 100;
      }
    }
    assertThat(sizes).containsExactly(1, 1, 1, 1, 2); // preparation, run, two anew
  }

  /** The run that loses the counter is disturbed, too, by a collection: it does not count. */
  @Test
  void warnsOnceOfLossInEachTaskAndDropsRunsBeforeIt() {
    AtomicLong ns = new AtomicLong();
    FakeSelected selected = new FakeSelected("an-event", Counted.TICKS, Scope.SYSTEM, ns::get);
    boolean[] loses = {false};
    TaskRuns runs = new TaskRuns(task("runs", ns::addAndGet), Duration.ZERO);
    TaskRuns other =
        new TaskRuns(
            task(
                "other",
                n -> {
                  ns.addAndGet(n);
                  if (loses[0]) {
                    selected.lose("a test");
                    System.gc();
                  }
                }),
            Duration.ZERO);
    BenchTimer timer = FakeSelected.timer(() -> ns.addAndGet(100), selected);
    try (Bench bench = FakeTimer.bench(timer).targetSeconds(0.001)) {
      for (int round = 0; round < 2; round++) {
        runs.next(bench);
        other.next(bench);
      }
      loses[0] = true;
      other.next(bench);
      loses[0] = false;
      for (int round = 0; round < 9; round++) {
        for (TaskRuns each : List.of(runs, other)) {
          Outcome outcome = each.next(bench);
          assertThat(outcome.warnings()).containsOnlyOnce(LOST);
          assertThat(outcome.timings()).extracting(Timing::counter).containsOnly("null");
        }
      }
    }
  }

  /** There is no other run, whether that was disturbed or not. */
  @Test
  void keepsWarningsOfTheOnlyRun() {
    try (Bench bench = bench(1000).targetSeconds(0.001)) {
      assertThat(new TaskRuns(task("nothing", n -> {}), Duration.ZERO).next(bench).warnings())
          .anyMatch(warning -> warning.startsWith("The compiler removed the operation"));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.page.MeasuredOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Operations in turns. Alone, because System.out is the whole JVM's. */
@Isolated
class OperationRunnerTest {

  private static final String ABANDONED =
      " did not end within %s s and was abandoned; --limit sets another limit.";
  private static final String RUNS_STILL =
      " It is still running and takes a processor from those that follow.";

  private final PrintStream output = System.out;
  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch afterTest = new CountDownLatch(1);

  @AfterEach
  void restore() {
    afterTest.countDown();
    System.setOut(output);
  }

  /** By its clock each run takes a second: one call is a run. */
  private static Bench bench() {
    return Bench.create(
            new BenchTimer() {
              private long seconds;

              @Override
              public String describe() {
                return "a second later at each reading";
              }

              @Override
              public BenchTime now() {
                seconds++;
                return new BenchTime(seconds, 0, 1000 * seconds, true, true);
              }

              @Override
              public void close() {}
            })
        .targetSeconds(1);
  }

  private static Operation operation(String name, BenchFunction function) {
    return new Operation(name, 0, () -> function);
  }

  private static List<MeasuredOperation> measure(
      double limitSeconds, int runs, List<Operation> operations) throws InterruptedException {
    MeasureOutput result =
        new MeasureOutput(
            new PrintWriter(Writer.nullWriter()),
            new Progress(
                new PrintStream(OutputStream.nullOutputStream()), false, operations.size()),
            false,
            1,
            operations);
    ClassLoader loader = OperationRunnerTest.class.getClassLoader();
    try (OperationRunner runner =
        new OperationRunner(OperationRunnerTest::bench, limitSeconds, loader)) {
      runner.measure(operations, runs, 1000, result);
    }
    return result.measurements();
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

  /**
   * The limit has to be long enough for the operation that ends, on a machine that is busy, too.
   */
  @Test
  void abandonsWhatDoesNotEndAndMeasuresTheOthers() throws Exception {
    List<MeasuredOperation> measured = List.of();
    String limit = "";
    boolean isQuiet = false;
    for (int seconds = 1; !isQuiet && seconds <= 100; seconds *= 10) {
      limit = OperationRunner.plain(seconds / 10.0);
      AtomicInteger calls = new AtomicInteger();
      measured =
          measure(
              seconds / 10.0,
              9,
              List.of(
                  operation("waits", n -> never.await()),
                  operation("stays", n -> awaitUninterruptibly(afterTest)),
                  operation(
                      "waits at the fourth call",
                      n -> {
                        if (calls.incrementAndGet() > 3) {
                          never.await();
                        }
                      }),
                  operation("ends", n -> {})));
      isQuiet =
          measured.get(3).isMeasured()
              && !measured.get(0).failure().contains(RUNS_STILL)
              && !measured.get(2).failure().contains(RUNS_STILL);
    }
    String end = ABANDONED.formatted(limit);
    assertThat(measured)
        .extracting(MeasuredOperation::failure)
        .containsExactly(
            "The operation waits" + end,
            "The operation stays" + end + RUNS_STILL,
            "The operation waits at the fourth call" + end,
            "");
    assertThat(measured.get(3).timings()).hasSizeGreaterThanOrEqualTo(9);
    assertThat(measured.get(3).warnings())
        .contains("The operation stays was abandoned and is still running beside this one.");
  }

  @Test
  void runsInTurnsEachRoundBeginningWithAnother() throws Exception {
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    List<MeasuredOperation> measured =
        measure(
            600,
            9,
            Stream.of("a", "b", "c").map(name -> operation(name, n -> calls.add(name))).toList());
    for (MeasuredOperation operation : measured) {
      int runs = operation.timings().size();
      assertThat(runs == 18 || runs - operation.disturbed() == 9).as("%s", operation).isTrue();
    }
    // A run that was disturbed is repeated in its turn.
    String turns = String.join("", calls).replaceAll("(.)\\1+", "$1");
    assertThat(turns).startsWith("abc" + "bca" + "cab" + "abc");
  }

  @Test
  void onlyRunIsThePreparations() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    MeasuredOperation measured =
        measure(600, 1, List.of(operation("once", n -> calls.incrementAndGet()))).get(0);
    assertThat(measured.timings()).hasSize(1);
    assertThat(calls).hasValue(1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The program of the child JVM: tests that single steps arrive, calls the operation for the
 * warm-up, then counts. Its lines on the standard output begin with a word that the parent gave it,
 * because the operation may print there, too; then comes the kind: {@code PROGRESS}, hundredths of
 * the warm-up and 100 more in those of the counted runs; {@code LINE}, instructions, class, method,
 * file and number; last {@code COUNTED}, instructions, agreeing runs and runs, of a self-test
 * nothing, or {@code FAILED} and the reason.
 *
 * <p>Hazard: Java code that runs between the operation's runs takes part in its profiles, and is
 * compiled. All that runs is the same, in number and order, in every JVM.
 */
public final class TracedMain {

  /** The counted runs, after one that is not counted. */
  static final int RUNS = 5;

  /** C2 has compiled an empty method long before. */
  private static final int EMPTY_WARM_UP = 20_000;

  /** Reports of a phase. */
  private static final int REPORTS = 20;

  private TracedMain() {}

  /**
   * Started by {@link TracedJvm} only.
   *
   * @param arguments the word; to count, the number of warm-up runs and the operation's class
   */
  public static void main(String[] arguments) throws IOException {
    try {
      ParentPipe.open(arguments[0]);
      String obstacle = Obstacles.ofSelfTest(Stepper.selfTest());
      if (!obstacle.isEmpty()) {
        throw new CountFailure("%s", obstacle);
      }
      ParentPipe.send("COUNTED", arguments.length == 1 ? "" : count(arguments[2], arguments[1]));
    } catch (CountFailure | CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()).replace('\r', ' '));
    }
  }

  /** Sends the lines, and returns the numbers. */
  private static String count(String name, String warmUpRuns) throws IOException, CountFailure {
    int warmUp = Integer.parseInt(warmUpRuns);
    // The first sending allocates: before the operation, not among its objects.
    ParentPipe.send("PROGRESS", "0");
    Callable<?> operation = Operations.of(name, Callable.class);
    Object result = null;
    for (int i = 0; i < warmUp; i++) {
      if (i % Math.max(1, warmUp / REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Long.toString(100L * i / warmUp));
      }
      result = call(operation, false);
    }
    // JNI executes other instructions for null: the empty run must return like the operation.
    List<long[]> empty = emptyRuns(new EmptyOperation(result == null ? null : ""));
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i <= RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (RUNS + 1)));
      runs.add(step(operation));
    }
    Runs counted = new Runs(runs.subList(1, runs.size()), empty);
    for (String line : counted.lines()) {
      ParentPipe.send("LINE", line);
    }
    return counted.summary();
  }

  private static @Nullable Object call(Callable<?> operation, boolean isStepped)
      throws CountFailure {
    try {
      return Stepper.call(operation, isStepped);
    } catch (Throwable e) {
      throw Operations.threw(operation, e);
    }
  }

  /** Counts what belongs to the call, and not to the operation. */
  private static List<long[]> emptyRuns(EmptyOperation operation) throws CountFailure {
    for (int i = 0; i < EMPTY_WARM_UP; i++) {
      Object unusedResult = call(operation, false);
    }
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(step(operation));
    }
    return runs;
  }

  private static long[] step(Callable<?> operation) throws CountFailure {
    Operations.align();
    Object unusedResult = call(operation, true);
    long[] places = Stepper.places();
    if (places == null) {
      throw Operations.changedSteps(operation);
    }
    return places;
  }
}

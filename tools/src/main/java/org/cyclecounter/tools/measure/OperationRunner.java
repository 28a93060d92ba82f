// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.tools.page.MeasuredOperation;
import org.cyclecounter.tools.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Measures operations in turns, each on a thread of its own, because nothing can end a thread that
 * runs for ever: at the limit it is left behind. Whatever operations print to the output stream
 * goes to the error stream meanwhile, because the output is the command's.
 *
 * <p>Hazards:
 *
 * <ol>
 *   <li>A thread that is left behind takes a processor from all that follow, holds its locks, and
 *       may still change what they use. Each later result carries a warning that names it.
 *   <li>System.out is the whole process's. It is given back only if nobody is left who may print to
 *       it.
 *   <li>A bench that was being used by an abandoned thread is closed under it, and never used
 *       again.
 *   <li>Thread.stop is gone since Java 20 (it throws), and was no way before: it released locks in
 *       the middle of what they guard.
 * </ol>
 */
final class OperationRunner implements AutoCloseable {

  /** Time for an abandoned operation to end by itself, or by listening to its interrupt. */
  private static final long GRACE_MS = 1_000;

  private final Supplier<Bench> benches;
  private final double limitSeconds;

  /** The output stream as it was, to be given back. */
  private final PrintStream output = System.out;

  private final @Nullable ClassLoader contextLoader =
      Thread.currentThread().getContextClassLoader();

  /** Threads that were left behind and may run still, in the order of their operations. */
  private final Map<ExecutorService, Operation> left = new LinkedHashMap<>();

  /** Null after an operation that did not end, until the next one needs one. */
  private @Nullable Bench bench;

  /**
   * Creates a runner.
   *
   * <p>The context class loader is that of the thread that makes this, and inherited by those that
   * measure: frameworks (JAXP, JNDI, ServiceLoader.load of one argument) look for their parts in
   * it.
   *
   * @param benches makes one at first, and another after each operation that did not end: a bench
   *     is for one thread at a time
   * @param limitSeconds how long one operation may take, with its warm-up
   * @param loader of the operations' classes
   * @throws BenchException if the first bench cannot be made
   */
  OperationRunner(Supplier<Bench> benches, double limitSeconds, ClassLoader loader) {
    this.benches = benches;
    bench = benches.get();
    this.limitSeconds = limitSeconds;
    // Hazard: operations print to System.out, which is the JSON's or the table's here.
    System.setOut(System.err);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** An operation, its thread, and the limit's nanoseconds that are left. */
  private static final class Turn {
    private final Operation operation;
    private final OperationRuns runs;
    private final ExecutorService thread;
    private long leftNs;

    private Turn(Operation operation, double limitSeconds) {
      this.operation = operation;
      runs = new OperationRuns(operation);
      thread = Executors.newSingleThreadExecutor(work -> daemon(work, operation));
      leftNs = (long) (limitSeconds * 1e9);
    }

    private static Thread daemon(Runnable work, Operation operation) {
      Thread thread = new Thread(work, "measure " + operation.name());
      thread.setDaemon(true); // an operation which never ends does not keep the process
      return thread;
    }
  }

  /**
   * Prepares all operations, and runs each so often in turns; more often, up to twice, where runs
   * were disturbed, and less often what takes twice the time of all its runs in fewer.
   *
   * @param runs how many runs an operation is to have; with one, the preparation's counts
   * @param seconds the target of all runs of an operation
   * @throws InterruptedException if the calling thread is interrupted; the operations' threads are
   *     not
   */
  void measure(List<Operation> operations, int runs, double seconds, MeasureOutput output)
      throws InterruptedException {
    List<Turn> turns =
        operations.stream().map(operation -> new Turn(operation, limitSeconds)).toList();
    List<Turn> takers = turns;
    for (int round = 0; !takers.isEmpty(); round++) {
      List<Turn> unfinished = new ArrayList<>();
      for (Turn turn : takers) {
        output.begin(turn.operation, round, runs);
        MeasuredOperation measurement = next(turn);
        output.put(turn.operation, measurement);
        if (!isDone(measurement, runs, seconds)) {
          unfinished.add(turn);
        }
      }
      Collections.rotate(unfinished, -1); // each round begins with another one
      takers = unfinished;
    }
    turns.forEach(turn -> turn.thread.shutdown());
  }

  private static boolean isDone(MeasuredOperation measurement, int runs, double seconds) {
    List<Timing> timings = measurement.timings();
    long quiet = timings.size() - measurement.disturbed();
    return !measurement.isMeasured()
        || runs == 1
        || quiet >= runs
        || timings.size() >= (quiet == 0 ? runs : 2 * runs)
        || timings.stream().mapToDouble(Timing::seconds).sum() >= 2 * seconds;
  }

  private MeasuredOperation next(Turn turn) throws InterruptedException {
    left.keySet().removeIf(ExecutorService::isTerminated);
    Bench current = bench == null ? benches.get() : bench;
    bench = current;
    try {
      // The calibration is made once for a bench: the first operation would have less time.
      turn.thread.submit(() -> calibrate(current)).get();
      long startNs = System.nanoTime();
      MeasuredOperation measurement =
          turn.thread.submit(() -> turn.runs.next(current)).get(turn.leftNs, TimeUnit.NANOSECONDS);
      turn.leftNs -= System.nanoTime() - startNs;
      List<String> warnings = new ArrayList<>(measurement.warnings());
      left.values().forEach(other -> warnings.add(besides(other)));
      return turn.operation.measured(measurement.timings(), measurement.failure(), warnings);
    } catch (TimeoutException e) {
      return giveUp(turn, current);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String besides(Operation other) {
    return Formatted.of(
        "The operation %s was abandoned and is still running beside this one.", other.label());
  }

  private static void calibrate(Bench bench) {
    try {
      bench.calibrate();
    } catch (RuntimeException e) {
      // The measurement meets the same, and says so.
    }
  }

  /**
   * Interrupts an operation and waits for a moment: one that blocks or looks at interrupts ends
   * then.
   */
  private MeasuredOperation giveUp(Turn turn, Bench current) throws InterruptedException {
    bench = null;
    turn.thread.shutdownNow();
    current.close(); // no run begins any more: its clock cannot be read
    String rest = "";
    if (!turn.thread.awaitTermination(GRACE_MS, TimeUnit.MILLISECONDS)) {
      left.put(turn.thread, turn.operation);
      rest = " It is still running and takes a processor from those that follow.";
    }
    String failure =
        Formatted.of(
            "The operation %s did not end within %s s and was abandoned; --limit sets another"
                + " limit.%s",
            turn.operation.label(), plain(limitSeconds), rest);
    return turn.operation.measured(List.of(), failure, List.of());
  }

  /**
   * Formats without needless zeros.
   *
   * <p>Without an exponent, too: 60, not 6E+1.
   */
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Gives the output back, unless an operation still runs, which might print to it. */
  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(contextLoader);
    left.keySet().removeIf(ExecutorService::isTerminated);
    if (left.isEmpty()) {
      System.setOut(output);
    }
    if (bench != null) {
      bench.close();
    }
  }
}

package org.cyclecounter.bench.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.operations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Measures one operation after the other, each on a new thread, because nothing can end a thread
 * that runs for ever: at the limit it is left behind. Whatever operations print to the output
 * stream goes to the error stream meanwhile, because the output is the command's.
 */
final class Measuring implements AutoCloseable {

  /** An operation that listens to interrupts, or ends by itself, has this long to do so. */
  private static final long GRACE_MS = 1_000;

  private final Supplier<Bench> benches;
  private final double limitSeconds;
  private final PrintStream output = System.out;
  private final @Nullable ClassLoader contextLoader =
      Thread.currentThread().getContextClassLoader();
  private final List<MeasuringThread> left = new ArrayList<>();
  private @Nullable Bench bench;

  /**
   * Measures.
   *
   * @param benches makes one at first, and another after each operation that did not end: a bench
   *     is for one thread at a time
   * @param limitSeconds how long one operation may take, with its warm-up
   * @param loader of the operations' classes
   * @throws org.cyclecounter.bench.BenchException if the first bench cannot be made
   */
  Measuring(Supplier<Bench> benches, double limitSeconds, ClassLoader loader) {
    this.benches = benches;
    bench = benches.get();
    this.limitSeconds = limitSeconds;
    System.setOut(System.err);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** Never throws what the operation throws: that is its failure. */
  Measurement of(Operation operation, long bytes) throws InterruptedException {
    if (bench == null) {
      bench = benches.get();
    }
    left.removeIf(thread -> !thread.isAlive());
    MeasuringThread thread = new MeasuringThread(bench, operation, bytes);
    for (MeasuringThread other : left) {
      thread.warn(
          "The operation "
              + other.label()
              + " was abandoned and is still running beside this one.");
    }
    thread.start();
    Measurement ended = thread.await((long) (limitSeconds * 1e3));
    return ended == null ? giveUp(thread, bench) : ended;
  }

  /** All of them once more, in turns. Never throws what an operation throws. */
  Comparing.Outcome inTurns(List<Comparing.Part> parts, int runs) throws InterruptedException {
    Bench used = bench == null ? benches.get() : bench;
    bench = used;
    Comparing comparing = new Comparing(used.rounds(runs), parts);
    comparing.start();
    double limit = limitSeconds * parts.size();
    Comparing.Outcome outcome = comparing.await((long) (limit * 1e3));
    if (outcome != null) {
      return outcome;
    }
    bench = null;
    comparing.interrupt();
    used.close();
    return Comparing.failed(
        "The operations did not end in turns within "
            + Numbers.plain(limit)
            + " s and were abandoned; --limit sets another limit for each.");
  }

  private Measurement giveUp(MeasuringThread thread, Bench used) throws InterruptedException {
    bench = null;
    thread.interrupt();
    used.close(); // no run begins any more: its clock cannot be read
    TimeUnit.MILLISECONDS.timedJoin(thread, GRACE_MS);
    String rest = "";
    if (thread.isAlive()) {
      left.add(thread);
      rest = " It is still running and takes a processor from those that follow.";
    }
    return thread.failed(
        "The operation "
            + thread.label()
            + " did not end within "
            + Numbers.plain(limitSeconds)
            + " s and was abandoned; --limit sets another limit."
            + rest);
  }

  /** What an operation that still runs prints stays away from the command's output. */
  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(contextLoader);
    left.removeIf(thread -> !thread.isAlive());
    if (left.isEmpty()) {
      System.setOut(output);
    }
    if (bench != null) {
      bench.close();
    }
  }
}

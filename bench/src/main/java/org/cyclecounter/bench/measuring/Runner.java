package org.cyclecounter.bench.measuring;

import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;

/** Times single calls. What calibration measures the cost of is {@link #run}. */
public final class Runner {

  private final BenchTimer timer;

  /**
   * Times with a timer.
   *
   * @param timer the timer to read
   */
  public Runner(BenchTimer timer) {
    this.timer = timer;
  }

  /**
   * Calls the function once.
   *
   * @param function what to call
   * @param n the iterations to ask for
   * @return what the timer saw
   * @throws BenchException if the function throws, or the thread has been interrupted
   */
  public Run run(BenchFunction function, long n) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BenchException("The measurement was interrupted.");
    }
    long startNs = System.nanoTime();
    try {
      BenchTime before = timer.now();
      function.run(n);
      BenchTime after = timer.now();
      return Run.between(before, after, n, System.nanoTime() - startNs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The measurement was interrupted.", e);
    } catch (Exception e) {
      throw new BenchException("The function failed in a run of " + n + ": " + e, e);
    }
  }

  /** The timer's own description. */
  String describe() {
    return timer.describe();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.tools.command.CommandFailure;
import org.jspecify.annotations.Nullable;

/**
 * Measures with a bench, which is for this thread alone as long as it runs. A daemon, so that an
 * operation which never ends does not keep the process.
 *
 * <p>A FutureTask, because the result and whatever the work throws are then published to the thread
 * that waits, and a work that ends after its time is up is simply not asked for.
 */
final class OperationThread<T> extends Thread {

  private final Bench bench;
  private final FutureTask<T> work;
  private final CountDownLatch calibrated = new CountDownLatch(1);

  /** Does not start it. */
  OperationThread(String name, Bench bench, Callable<T> work) {
    super(name);
    setDaemon(true);
    this.bench = bench;
    this.work = new FutureTask<>(work);
  }

  /**
   * Returns the result; null if the work has not ended within the limit, which begins after the
   * calibration.
   *
   * <p>The calibration has a limit of its own, half a second or so, and is made once for a bench:
   * if it were part of the first operation's time, that one would have less than the others.
   *
   * @throws CommandFailure if the work throws one
   */
  @Nullable T await(double limitSeconds) throws InterruptedException {
    calibrated.await();
    try {
      return work.get((long) (limitSeconds * 1e3), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CommandFailure failure ? failure : new IllegalStateException(e);
    }
  }

  @Override
  public void run() {
    try {
      bench.calibrate();
    } catch (RuntimeException e) {
      // The work meets the same, and says so.
    } finally {
      // Whatever happens: nobody may wait for a thread that has ended.
      calibrated.countDown();
    }
    work.run();
  }
}

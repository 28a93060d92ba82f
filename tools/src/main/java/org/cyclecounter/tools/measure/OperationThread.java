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
      calibrated.countDown();
    }
    work.run();
  }
}

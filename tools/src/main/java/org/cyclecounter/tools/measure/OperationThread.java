// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.jspecify.annotations.Nullable;

/**
 * Measures with a bench, which is for this thread alone as long as it runs. A daemon, so that an
 * operation which never ends does not keep the process.
 */
final class OperationThread<T> extends Thread {

  private final Bench bench;
  private final Supplier<T> work;
  private final CountDownLatch calibrated = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable T result;

  /** Does not start it. */
  OperationThread(String name, Bench bench, Supplier<T> work) {
    super(name);
    setDaemon(true);
    this.bench = bench;
    this.work = work;
  }

  /** Null where it has not ended within the limit, which begins after the calibration. */
  @Nullable T await(double limitSeconds) throws InterruptedException {
    calibrated.await();
    return done.await((long) (limitSeconds * 1e3), TimeUnit.MILLISECONDS) ? result : null;
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
    try {
      result = work.get();
    } finally {
      done.countDown();
    }
  }
}

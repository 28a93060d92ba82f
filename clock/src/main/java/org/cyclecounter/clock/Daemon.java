// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.lang.ref.WeakReference;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that calibrates all clocks, and another for each counter whose reads do not return. It
 * ends a second after the last clock is closed.
 */
final class Daemon {

  /** A step takes microseconds; a busy machine may interrupt it. */
  private static final long HANGS_NS = 1_000_000_000;

  private static final ScheduledThreadPoolExecutor THREAD =
      new ScheduledThreadPoolExecutor(1, Daemon::thread);

  static {
    THREAD.setKeepAliveTime(1, TimeUnit.SECONDS);
    THREAD.allowCoreThreadTimeOut(true);
  }

  /**
   * The begin of the step that began last; 0 for none. With several threads that is enough: while
   * one of them is free, all clocks are calibrated, and where none is, the last has set it.
   */
  private static volatile long stepNs;

  private Daemon() {}

  /** Starts another thread if a step hangs. Called for a clock that waits for its calibration. */
  static void relieve() {
    long since = stepNs;
    if (since != 0 && System.nanoTime() - since > HANGS_NS) {
      synchronized (THREAD) {
        if (since == stepNs) { // else another caller has done so
          stepNs = 0;
          THREAD.setCorePoolSize(THREAD.getCorePoolSize() + 1);
        }
      }
    }
  }

  /** Without inherited thread locals or class loader, which it would keep from the collector. */
  private static Thread thread(Runnable worker) {
    Thread thread = new Thread(null, worker, "cyclecounter-clock", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Calibrates until the clock is closed, or its program has forgotten it. */
  static void calibrate(PairCalibration calibration) {
    schedule(new WeakReference<>(calibration), 0);
  }

  private static void schedule(WeakReference<PairCalibration> clock, long delayNs) {
    var unused = THREAD.schedule(() -> step(clock), delayNs, TimeUnit.NANOSECONDS);
  }

  private static void step(WeakReference<PairCalibration> clock) {
    PairCalibration calibration = clock.get();
    if (calibration != null && !calibration.isClosed()) {
      long delayNs = PairsOnLine.PERIOD_NS;
      try {
        stepNs = System.nanoTime() | 1;
        delayNs = calibration.step();
      } finally { // a counter of the program's own may throw, a heap be full: the bound grows
        stepNs = 0;
        schedule(clock, delayNs);
      }
    }
  }
}

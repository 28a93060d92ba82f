// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.lang.ref.WeakReference;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread that calibrates all clocks. It ends a second after the last one is closed. */
final class Daemon {

  private static final ScheduledThreadPoolExecutor THREAD =
      new ScheduledThreadPoolExecutor(1, Daemon::thread);

  static {
    THREAD.setKeepAliveTime(1, TimeUnit.SECONDS);
    THREAD.allowCoreThreadTimeOut(true);
  }

  private Daemon() {}

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
        delayNs = calibration.step();
      } finally { // a counter of the program's own may throw, a heap be full: the bound grows
        schedule(clock, delayNs);
      }
    }
  }
}

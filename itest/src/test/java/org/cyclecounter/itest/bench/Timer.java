// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.bench;

import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;

/** Makes the timer that the user configured, and describes it; run in a JVM of its own. */
public final class Timer {

  private Timer() {}

  public static void main(String[] arguments) {
    try (BenchTimer timer = BenchTimer.create(null)) {
      BenchTime time = timer.now();
      System.out.println("made " + timer.describe());
      System.out.println("valid " + time.timeValid() + " " + time.cyclesValid());
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.concurrent.TimeUnit;

/**
 * Waits for threads that end soon, whoever interrupts the caller; the interrupt is kept.
 *
 * <p>For waits that are short by design, where giving up would leave a thread behind that runs code
 * of a bundle that stops, or writes what the caller reads.
 */
public final class Uninterrupted {

  private Uninterrupted() {}

  /** Waits until a thread has ended. */
  static void join(Thread thread) {
    join(thread, Long.MAX_VALUE);
  }

  /**
   * Waits so long at most; false if the thread has not ended then.
   *
   * @param limitMs milliseconds; 0 or less only asks whether it has ended
   */
  public static boolean join(Thread thread, long limitMs) {
    long startNs = System.nanoTime();
    long leftMs = limitMs;
    boolean isInterrupted = false;
    while (thread.isAlive() && leftMs > 0) {
      try {
        thread.join(leftMs);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
      leftMs = limitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}

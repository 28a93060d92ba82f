// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Locale;

/**
 * Thrown if a function waits rather than computes (it sleeps, or reads from a network), while the
 * timer's clock counts time on a processor. A clock of wall time can measure it.
 *
 * @since 0.1.0
 */
public final class WaitingException extends BenchException {

  private static final long serialVersionUID = 1;

  private final double wallSeconds;
  private final double clockSeconds;

  /**
   * Creates an exception.
   *
   * @param wallSeconds how long a run took
   * @param clockSeconds the advance of the timer's clock in that time
   * @param timer the timer's description
   */
  WaitingException(double wallSeconds, double clockSeconds, String timer) {
    super(
        String.format(
            Locale.ROOT,
            "The function waits rather than computes: a run took %.3f s, in which the clock"
                + " advanced by %.3f s; use clock=monotonic, which is wall time (%s).",
            wallSeconds,
            clockSeconds,
            timer));
    this.wallSeconds = wallSeconds;
    this.clockSeconds = clockSeconds;
  }

  /**
   * Returns how long a run took.
   *
   * @return seconds of wall time
   */
  public double wallSeconds() {
    return wallSeconds;
  }

  /**
   * Returns the advance of the timer's clock in that time.
   *
   * @return seconds
   */
  public double clockSeconds() {
    return clockSeconds;
  }
}

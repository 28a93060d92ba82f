// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

/** The meaning of a timer's cycles not keeping pace with a clock. */
public enum RateMeaning {
  /**
   * The cycles are the core's while the thread is in user mode: beside the thread's time in user
   * mode they show the frequency.
   */
  USER_TIME,
  /** The cycles are the core's while the thread runs: so they do beside the thread's CPU time. */
  CPU_TIME,
  /** The clock stands still while the thread does not run, and the cycles do not. */
  WAITING,
  /** None: the rate shows nothing. */
  NOTHING,
  /** A program's own timer: any of these. */
  UNKNOWN
}

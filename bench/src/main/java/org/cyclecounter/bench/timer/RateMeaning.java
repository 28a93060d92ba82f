// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

/** What it means when a timer's cycles do not keep pace with a clock. */
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
  /** Nothing can be seen. */
  NOTHING,
  /** The timer is not one of ours: any of these. */
  UNKNOWN
}

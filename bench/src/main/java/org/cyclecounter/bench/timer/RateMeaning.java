package org.cyclecounter.bench.timer;

/** What it means when a timer's cycles do not keep pace with its clock. */
public enum RateMeaning {
  /** The cycles are the core's, counted while the thread runs: its frequency moved. */
  FREQUENCY,
  /** The clock stands still while the thread does not run, and the cycles do not. */
  WAITING,
  /** Both are clocks that run on: nothing can be seen. */
  NOTHING,
  /**
   * Any of these: the timer is not one of ours, or its cycles are the core's and its clock's are
   * not.
   */
  UNKNOWN
}

package org.cyclecounter;

/**
 * What a counter counts, and with it the penalty, in cycles, that is added to its measured
 * precision when the best counter is chosen (the rule of libcpucycles 20240114).
 */
public enum CounterKind {
  /** Cycles of the core that executes the read, at that core's present frequency. */
  ON_CORE(0),
  /** A clock outside the core, of constant frequency, read by an instruction or a system call. */
  OFF_CORE(100),
  /** A clock in fixed units of time, such as nanoseconds. */
  FIXED_RESOLUTION(200);

  private final int penaltyCycles;

  CounterKind(int penaltyCycles) {
    this.penaltyCycles = penaltyCycles;
  }

  /**
   * The penalty that libcpucycles 20240114 adds to the measured precision.
   *
   * @return cycles: 0, 100 or 200
   */
  public int penaltyCycles() {
    return penaltyCycles;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

/**
 * The kind of a counter: the source of its ticks and their cost. Each kind has a penalty in cycles
 * that is added to the measured precision when the best counter is selected (the rule of
 * libcpucycles 20240114).
 *
 * @since 0.1.0
 */
public enum CounterKind {
  /** Cycles of the core that executes the read, at its current frequency. */
  ON_CORE(0),
  /** A constant-rate clock outside the core, read by an instruction or a system call. */
  OFF_CORE(100),
  /** A clock in fixed units of time, such as nanoseconds. */
  FIXED_RESOLUTION(200);

  private final int penaltyCycles;

  CounterKind(int penaltyCycles) {
    this.penaltyCycles = penaltyCycles;
  }

  /**
   * Returns the penalty that libcpucycles 20240114 adds to the measured precision.
   *
   * @return cycles: 0, 100 or 200
   */
  public int penaltyCycles() {
    return penaltyCycles;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

/**
 * The unit of a counter's readings. Readings in different units cannot be compared.
 *
 * @since 0.1.0
 */
public enum Counted {
  /** Core cycles of the calling thread in user mode, excluding the kernel. */
  USER_CYCLES("core cycles in user mode"),
  /** Core cycles, including those in the kernel. */
  CORE_CYCLES("core cycles in user mode and in the kernel"),
  /** Ticks of a constant-rate clock, independent of the core's frequency. */
  TICKS("ticks of a constant-rate clock"),
  /** Time, multiplied by the processor's estimated frequency. */
  TIME("time");

  private final String words;

  Counted(String words) {
    this.words = words;
  }

  /** Returns a description, such as {@code core cycles in user mode}. */
  @Override
  public String toString() {
    return words;
  }
}

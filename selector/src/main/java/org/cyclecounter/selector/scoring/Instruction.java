// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.jspecify.annotations.Nullable;

/** The x86 instructions that read this project's counters, and that a hypervisor may intercept. */
public enum Instruction {
  /** A performance-monitoring counter. */
  RDPMC,
  /** The time-stamp counter. */
  RDTSC,
  /** AMD's APERF. */
  RDPRU;

  /**
   * In nanoseconds. Without a hypervisor in between the slowest of them takes some ten, with the
   * kernel's protocol around it; an exit to a hypervisor takes 700 and more.
   */
  private static final double SLOW_NS = 200;

  /**
   * The instruction of one of this project's counters, whose reads take longer than the processor
   * needs for them; null for one that is read in another way, or in time.
   */
  public static @Nullable Instruction ofSlow(String counter, double nanosPerRead) {
    return nanosPerRead > SLOW_NS ? of(counter) : null;
  }

  private static @Nullable Instruction of(String counter) {
    return switch (counter) {
      case "amd64-pmc", "amd64-perfpmc", "amd64-perfpmcff", "amd64-pmcff" -> RDPMC;
      case "amd64-tsc", "amd64-tscasm", "x86-tsc", "x86-tscasm" -> RDTSC;
      case "amd64-rdpru" -> RDPRU;
      default -> null;
    };
  }
}

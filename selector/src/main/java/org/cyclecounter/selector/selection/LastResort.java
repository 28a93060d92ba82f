// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;

/** What is read where no counter works. */
public enum LastResort {
  /** System.nanoTime, scaled to cycles. */
  CLOCK(ScaledClock.NAME),
  /** The same in whole microseconds, where nothing finer is allowed. */
  COARSE_CLOCK(ScaledClock.NAME),
  /**
   * A counter that is always 0, as in libcpucycles: where the caller gave the providers, and what
   * is not among them is not wanted.
   */
  ZERO(TickCounter.ZERO);

  private final String counterName;

  LastResort(String counterName) {
    this.counterName = counterName;
  }

  public String counterName() {
    return counterName;
  }

  CycleCounter counter(long cyclesPerSecond) {
    return this == ZERO
        ? TickCounter.zero(counterName, cyclesPerSecond)
        : ScaledClock.of(cyclesPerSecond, this == CLOCK);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;

/**
 * The counter that is read if no other works: reading never fails. It is none of the candidates; a
 * candidate of the same name that was rejected gives its line in the report to it.
 */
public enum LastResort {
  /** System.nanoTime, scaled to cycles. */
  CLOCK,
  /** The same in whole microseconds, for {@code highResolution=false}. */
  COARSE_CLOCK,
  /**
   * A counter that is always 0, as in libcpucycles: for a caller that supplied the providers, and
   * so excluded everything else.
   */
  ZERO;

  String counterName() {
    return this == ZERO ? TickCounter.ZERO : ScaledClock.NAME;
  }

  /** Creates the counter, whose rate is the CPU's estimated frequency in Hz. */
  CycleCounter counter(long cyclesPerSecond) {
    return this == ZERO
        ? TickCounter.zero(counterName(), cyclesPerSecond)
        : ScaledClock.of(cyclesPerSecond, this == CLOCK);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.scoring.Penalties;

/** The release of libcpucycles whose rules score the counters. */
public enum Scoring {
  /**
   * libcpucycles 20240114: 0 cycles for on-core counters, 100 for off-core ones, 200 for clocks of
   * fixed resolution.
   */
  LIBCPUCYCLES_20240114(Penalties.LIBCPUCYCLES_20240114),
  /**
   * libcpucycles 20260901: 0 for on-core counters, 300 for on-core ones of 32 bits, 1000 for
   * everything else, and 10 more for each earlier counter that works. {@code default-perfevent} is
   * on-core there, though its kind, by the older release, is {@link CounterKind#OFF_CORE}.
   */
  LIBCPUCYCLES_20260901(Penalties.LIBCPUCYCLES_20260901);

  private final Penalties penalties;

  Scoring(Penalties penalties) {
    this.penalties = penalties;
  }

  Penalties penalties() {
    return penalties;
  }

  /**
   * Returns what is added to the measured precision of a counter of this kind, regardless of its
   * name. The selection may add less: see {@link #penaltyCycles(String, CounterKind, int, int)}.
   *
   * @param kind what the counter counts
   * @param bits its width, 32 or 64
   * @param earlierUsable how many earlier counters in the order work
   * @return cycles, not negative
   */
  public long penaltyCycles(CounterKind kind, int bits, int earlierUsable) {
    return penalties.of("", kind, bits, earlierUsable);
  }

  /**
   * Returns what is added to a counter's measured precision.
   *
   * @param name the counter's name: 20260901 treats {@code default-perfevent} as on-core
   * @param kind what the counter counts
   * @param bits its width, 32 or 64
   * @param earlierUsable how many earlier counters in the order work
   * @return cycles, not negative
   */
  public long penaltyCycles(String name, CounterKind kind, int bits, int earlierUsable) {
    return penalties.of(name, kind, bits, earlierUsable);
  }
}

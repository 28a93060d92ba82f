// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.jspecify.annotations.Nullable;

/**
 * The release of libcpucycles whose rules score the counters, and in whose order they stand.
 *
 * @since 0.1.0
 */
public enum Scoring {
  /**
   * libcpucycles 20240114: 0 cycles for on-core counters, 100 for off-core ones, 200 for clocks of
   * fixed resolution.
   */
  LIBCPUCYCLES_20240114,
  /**
   * libcpucycles 20260901: 0 for counters of core cycles, 300 for those of 32 bits, 1000 for
   * everything else, and 10 more for each earlier counter of the release that works; third parties'
   * do not count. A counter that counts core cycles is on-core there, though its kind, by the older
   * release, may be {@link CounterKind#OFF_CORE}: {@code default-perfevent}'s is.
   */
  LIBCPUCYCLES_20260901;

  // The penalties of 20260901, in cycles.
  private static final long ON_CORE_32_BITS = 300;
  private static final long NOT_ON_CORE = 1000;
  private static final long EACH_EARLIER = 10;

  /**
   * Returns the release: what {@code info} prints as its version.
   *
   * @return eight digits, such as {@code "20240114"}
   */
  public String release() {
    return name().substring(name().indexOf('_') + 1);
  }

  /**
   * Returns what is added to a counter's measured precision.
   *
   * @param kind the counter's kind
   * @param counted the unit of its readings; null if it is not known, and the kind decides
   * @param bits its width, 32 or 64
   * @param earlierUsable how many earlier counters of the release work
   * @return cycles, not negative
   */
  @SuppressWarnings("exports") // an annotation, whose module no user's has to read
  public long penaltyCycles(
      CounterKind kind, @Nullable Counted counted, int bits, int earlierUsable) {
    if (this == LIBCPUCYCLES_20240114) {
      return kind.penaltyCycles();
    }
    boolean isOnCore =
        kind == CounterKind.ON_CORE
            || counted == Counted.USER_CYCLES
            || counted == Counted.CORE_CYCLES;
    long byKind = !isOnCore ? NOT_ON_CORE : bits == 32 ? ON_CORE_32_BITS : 0;
    return byKind + EACH_EARLIER * earlierUsable;
  }
}

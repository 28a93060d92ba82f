// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.CounterKind;

/** What libcpucycles adds to a counter's precision when it compares one with another, in cycles. */
public enum Penalties {
  /** Of the release 20240114: 0 for on-core counters, 100 for off-core ones, 200 for clocks. */
  LIBCPUCYCLES_20240114,
  /**
   * Of the release 20260901: 0 for on-core counters, 300 for those of 32 bits, 1000 for everything
   * else, and 10 more for each earlier counter that works. {@code default-perfevent} is on-core
   * there, whatever its kind.
   */
  LIBCPUCYCLES_20260901;

  /** The one counter to which the newer release gives another return code than the older one. */
  private static final String ON_CORE_IN_20260901 = "default-perfevent";

  private static final long ON_CORE_32_BITS = 300;
  private static final long NOT_ON_CORE = 1000;
  private static final long EACH_EARLIER = 10;

  /**
   * A counter's penalty in cycles, not negative. Earlier ones are those before it in the order that
   * work.
   */
  public long of(String name, CounterKind kind, int bits, int earlierUsable) {
    if (this == LIBCPUCYCLES_20240114) {
      return kind.penaltyCycles();
    }
    boolean isOnCore = kind == CounterKind.ON_CORE || name.equals(ON_CORE_IN_20260901);
    long byKind = !isOnCore ? NOT_ON_CORE : bits == 32 ? ON_CORE_32_BITS : 0;
    return byKind + EACH_EARLIER * earlierUsable;
  }

  /** The least penalty that a counter can have, known before it is probed. */
  public long least(String name, CounterKind kind) {
    return of(name, kind, 64, 0);
  }

  /**
   * Whether a counter's penalty depends on which others work, so that the best is not known before
   * all have been probed.
   */
  public boolean dependOnOthers() {
    return this == LIBCPUCYCLES_20260901;
  }
}

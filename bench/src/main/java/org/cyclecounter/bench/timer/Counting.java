// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import org.cyclecounter.Counted;
import org.jspecify.annotations.Nullable;

/**
 * What a timer counts at a moment, for what its readings cannot say. Asked for between runs.
 *
 * @param clock the clock subtimer's name; empty where that is not known
 * @param counter the cycle subtimer's name, or that of the counter which has taken its place; empty
 *     where that is not known
 * @param implementation the name of the selector's counter that is read; empty where none is
 * @param counted what is counted; null where nothing is, or that is not known
 * @param rate what it means when the cycles do not keep pace with a clock
 */
public record Counting(
    String clock,
    String counter,
    String implementation,
    @Nullable Counted counted,
    RateMeaning rate) {

  /** What is known of a timer that is not one of ours. */
  public static final Counting UNKNOWN = new Counting("", "", "", null, RateMeaning.UNKNOWN);

  /** Whether the cycles are those of cores: they rise with every instruction that is executed. */
  public boolean isOfCore() {
    return counted == Counted.USER_CYCLES || counted == Counted.CORE_CYCLES;
  }
}

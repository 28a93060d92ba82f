// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import org.cyclecounter.Counted;
import org.jspecify.annotations.Nullable;

/**
 * A description of what a timer counts at a moment. Asked for between runs, as a loss changes it.
 *
 * @param clock the clock subtimer's name; empty if not known
 * @param counter the name of the selector's counter that is read; {@code "null"} if none is, empty
 *     if not known
 * @param counted what is counted; null if nothing is counted or it is not known
 * @param rate the meaning of cycles that do not keep pace with a clock
 */
public record TimerDescription(
    String clock, String counter, @Nullable Counted counted, RateMeaning rate) {

  /** Describes a timer that a program brings: nothing is known of it. */
  public static final TimerDescription UNKNOWN =
      new TimerDescription("", "", null, RateMeaning.UNKNOWN);

  /**
   * Returns whether the cycles are those of cores: they rise whenever an instruction is executed.
   */
  public boolean isOfCore() {
    return counted == Counted.USER_CYCLES || counted == Counted.CORE_CYCLES;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import org.jspecify.annotations.Nullable;

/**
 * A count that was compared with the baseline's.
 *
 * @param was the baseline's; null for none
 * @param difference null if it is equal within the tolerance, or was written
 * @param isLacking true if the baseline has none to compare with, and was not to be written
 * @param changed a line of code whose byte code, or its method's, has changed though nothing
 *     differs; empty for none
 */
public record BaselineComparison(
    @Nullable BaselineRow was, @Nullable Difference difference, boolean isLacking, String changed) {

  /**
   * Compares a count with the baseline's, whatever the conditions of the two are.
   *
   * @param was the baseline's; null for none
   * @param percent of the baseline's count, up to which there is no difference
   */
  public static BaselineComparison of(@Nullable BaselineRow was, BaselineRow is, double percent) {
    if (was == null) {
      return new BaselineComparison(null, null, true, "");
    }
    Difference difference = Difference.of(was, is, percent).orElse(null);
    String changed =
        difference == null
            ? LineChanges.first(was.code(0), is.code(0)).map(BaselineLine::name).orElse("")
            : "";
    return new BaselineComparison(was, difference, false, changed);
  }
}

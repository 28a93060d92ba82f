// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Differences between adjacent readings, in cycles, and how often each came. Those above the 99.9th
 * percentile are outliers: interrupts and migrations, most of them.
 *
 * @param count how many differences were taken
 * @param negative how many are less than zero: the counter ran backwards
 * @param zero how many are zero
 * @param smallest the smallest difference in cycles, negative ones included
 * @param largest the largest one, outliers included
 * @param steps the values from zero to the 99.9th percentile, each once, with how many of all are
 *     at most that large
 * @param outliers how many are larger
 */
public record Differences(
    int count,
    int negative,
    int zero,
    long smallest,
    long largest,
    List<Step> steps,
    int outliers) {

  private static final int OUTLIERS_IN = 1000;

  /**
   * A value in cycles, and how many of all are not larger.
   *
   * @param cycles not negative
   * @param atMost more than the step before, negative differences included
   */
  public record Step(long cycles, int atMost) {}

  /**
   * The distribution of at least one difference.
   *
   * @param differences in cycles, in any order; left as they are
   */
  public static Differences of(long[] differences) {
    long[] sorted = differences.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    // The smallest value that 999 of 1000 are not larger than.
    long last = sorted[count - count / OUTLIERS_IN - 1];
    List<Step> steps = new ArrayList<>();
    int negative = 0;
    int zero = 0;
    int drawn = 0;
    for (int i = 0; i < count && sorted[i] <= last; i++) {
      negative += sorted[i] < 0 ? 1 : 0;
      zero += sorted[i] == 0 ? 1 : 0;
      drawn = i + 1;
      boolean isLastOfItsValue = i + 1 == count || sorted[i + 1] != sorted[i];
      if (isLastOfItsValue && sorted[i] >= 0) {
        steps.add(new Step(sorted[i], i + 1));
      }
    }
    return new Differences(
        count, negative, zero, sorted[0], sorted[count - 1], steps, count - drawn);
  }

  /**
   * The smallest value that a share of all, from 0 to 0.999, is not larger than; what is negative
   * counts as zero.
   */
  public long percentile(double share) {
    for (Step step : steps) {
      if (step.atMost() >= share * count) {
        return step.cycles();
      }
    }
    return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).cycles();
  }
}

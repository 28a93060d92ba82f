// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.List;

/**
 * The result of {@link Bench#compare}.
 *
 * @param summaries each subject's, in the order given
 * @param differences of each other subject to the first
 */
public record Comparison(List<Summary> summaries, List<Difference> differences) {

  // Copies the lists.
  public Comparison {
    summaries = List.copyOf(summaries);
    differences = List.copyOf(differences);
  }

  /**
   * One subject's runs.
   *
   * @param name the subject's name
   * @param unit the unit of its base, such as {@code "operation"} or {@code "byte"}
   * @param seconds seconds per unit
   * @param cycles cycles per unit; NaN if cycles are not valid
   * @param timings the runs in order
   */
  public record Summary(
      String name, String unit, Statistics seconds, Statistics cycles, List<Timing> timings) {

    // Copies the list.
    public Summary {
      timings = List.copyOf(timings);
    }
  }

  /**
   * A subject's difference to the first, by rounds: both ran in each round, so a disturbance of a
   * whole round cancels out. In cycles if they are valid, otherwise in time.
   *
   * @param name the subject's name
   * @param baseline the first subject's name
   * @param ratio the median of the rounds' ratios; below 1 if the subject costs less
   * @param low the true median lies between low and high with a probability of 99 %, for any
   *     distribution
   * @param high the upper end; infinite, and low 0, with fewer than eight rounds
   * @param withinNoise whether 1 lies between low and high: the rounds do not show a difference
   */
  public record Difference(
      String name, String baseline, double ratio, double low, double high, boolean withinNoise) {}
}

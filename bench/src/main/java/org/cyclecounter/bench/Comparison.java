package org.cyclecounter.bench;

import java.util.List;

/**
 * What {@link Bench#compare} found.
 *
 * @param summaries each subject's, in the order given
 * @param differences of each but the first to the first
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
   * @param unit what its base counts, such as {@code "operation"} or {@code "byte"}
   * @param seconds seconds for each of these
   * @param cycles cycles for each of these; NaN where cycles are not valid
   * @param timings the runs, in the order in which they were made
   */
  public record Summary(
      String name, String unit, Statistics seconds, Statistics cycles, List<Timing> timings) {

    // Copies the list.
    public Summary {
      timings = List.copyOf(timings);
    }
  }

  /**
   * How a subject compares with the first, round by round: both ran in each round, so that what
   * slows a whole round down does not count. In cycles where they are valid, otherwise in time.
   *
   * @param name the subject's name
   * @param baseline the first subject's name
   * @param ratio the median of the rounds' ratios; below 1 where the subject costs less
   * @param low the true median lies between low and high with a probability of 99 %, whatever the
   *     distribution
   * @param high the upper end; infinite, and low 0, with fewer than eight rounds
   * @param withinNoise whether 1 lies between low and high: the rounds do not show a difference
   */
  public record Difference(
      String name, String baseline, double ratio, double low, double high, boolean withinNoise) {}
}

package org.cyclecounter.bench.stats;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;
import org.cyclecounter.bench.Statistics;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.Timing;

/** Makes statistics of runs. */
public final class Summaries {

  private Summaries() {}

  /**
   * Summarises a subject's runs.
   *
   * @param subject the subject
   * @param timings its runs, at least one
   * @return the summary
   */
  public static Summary summary(Subject subject, List<Timing> timings) {
    return new Summary(
        subject.name(),
        subject.unit(),
        statistics(timings, Timing::secondsPerOperation),
        statistics(timings, Timing::cyclesPerOperation),
        timings);
  }

  /**
   * Compares two subjects round by round.
   *
   * @param subject the one
   * @param baseline the other, with as many runs
   * @return the difference
   */
  public static Difference difference(Summary subject, Summary baseline) {
    boolean inCycles =
        !Double.isNaN(subject.cycles().median()) && !Double.isNaN(baseline.cycles().median());
    ToDoubleFunction<Timing> value =
        inCycles ? Timing::cyclesPerOperation : Timing::secondsPerOperation;
    double[] ratios = new double[subject.timings().size()];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] =
          value.applyAsDouble(subject.timings().get(round))
              / value.applyAsDouble(baseline.timings().get(round));
    }
    Arrays.sort(ratios);
    int place = MedianInterval.place(ratios.length);
    double low = place == 0 ? 0 : ratios[place - 1];
    double high = place == 0 ? Double.POSITIVE_INFINITY : ratios[ratios.length - place];
    // Written so that a NaN shows no difference.
    boolean differs = low > 1 || high < 1;
    return new Difference(
        subject.name(), baseline.name(), Quantiles.of(ratios, 0.5), low, high, !differs);
  }

  static Statistics statistics(List<Timing> timings, ToDoubleFunction<Timing> value) {
    double[] sorted = timings.stream().mapToDouble(value).sorted().toArray();
    double median = Quantiles.of(sorted, 0.5);
    double[] errors =
        Arrays.stream(sorted).map(x -> 100 * Math.abs(x - median) / Math.abs(median)).toArray();
    Arrays.sort(errors);
    return new Statistics(
        sorted.length,
        median,
        Quantiles.of(sorted, 0.25),
        Quantiles.of(sorted, 0.75),
        median == 0 ? 0 : Quantiles.of(errors, 0.5));
  }
}

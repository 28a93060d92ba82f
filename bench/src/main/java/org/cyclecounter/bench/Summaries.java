package org.cyclecounter.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;
import org.cyclecounter.bench.stats.MedianInterval;
import org.cyclecounter.bench.stats.MedianInterval.Interval;
import org.cyclecounter.bench.stats.Quantiles;

/** Makes statistics of runs. */
final class Summaries {

  private Summaries() {}

  /** Summarises a subject's runs. */
  static Summary summary(Subject subject, List<Timing> timings) {
    return new Summary(
        subject.name(),
        subject.unit(),
        statistics(timings, Timing::secondsPerOperation),
        statistics(timings, Timing::cyclesPerOperation),
        timings);
  }

  /** Compares two subjects round by round. */
  static Difference difference(Summary subject, Summary baseline) {
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
    Interval ratio = MedianInterval.of(ratios);
    // Written so that a NaN shows no difference.
    boolean differs = ratio.low() > 1 || ratio.high() < 1;
    return new Difference(
        subject.name(),
        baseline.name(),
        ratio.median(),
        Math.max(0, ratio.low()),
        ratio.high(),
        !differs);
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

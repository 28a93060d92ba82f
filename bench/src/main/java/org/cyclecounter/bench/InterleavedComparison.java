// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;

/**
 * Measures several subjects in turns, so that drifts (frequency, temperature) affect all of them.
 */
record InterleavedComparison(Bench bench, int rounds) {

  /** Limit of repetitions of all rounds; they are repeated if the counter was lost in one. */
  private static final int MAX_RESTARTS = 3;

  Comparison compare(List<Subject> subjects) {
    List<PreparedSubject> prepared = subjects.stream().map(bench::prepare).toList();
    List<List<Timing>> timings = rounds(prepared);
    for (int restarts = 0; restarts < MAX_RESTARTS && !haveOneCounter(timings); restarts++) {
      timings = rounds(prepared);
    }
    List<Summary> summaries = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      summaries.add(summary(subjects.get(i), timings.get(i)));
    }
    return new Comparison(
        summaries,
        summaries.stream().skip(1).map(each -> difference(each, summaries.get(0))).toList());
  }

  private List<List<Timing>> rounds(List<PreparedSubject> subjects) {
    int count = subjects.size();
    List<List<Timing>> timings =
        Stream.<List<Timing>>generate(ArrayList::new).limit(count).toList();
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < count; turn++) {
        int i = (round + turn) % count;
        timings.get(i).add(subjects.get(i).run());
      }
    }
    return timings;
  }

  /** Returns whether no round lost its counter: cycles of two counters cannot be compared. */
  private static boolean haveOneCounter(List<List<Timing>> timings) {
    return timings.stream().flatMap(List::stream).map(Timing::counter).distinct().count() == 1;
  }

  private static Summary summary(Subject subject, List<Timing> timings) {
    return new Summary(
        subject.name(),
        subject.unit(),
        statistics(Comparison.undisturbed(timings), Timing::secondsPerOperation),
        statistics(Comparison.undisturbed(timings), Timing::cyclesPerOperation),
        timings);
  }

  static Statistics statistics(List<Timing> timings, ToDoubleFunction<Timing> value) {
    double[] sorted = timings.stream().mapToDouble(value).sorted().toArray();
    double median = MedianInterval.quantile(sorted, 0.5);
    double[] errors =
        Arrays.stream(sorted).map(x -> 100 * Math.abs(x / median - 1)).sorted().toArray();
    return new Statistics(
        sorted.length,
        median,
        MedianInterval.quantile(sorted, 0.25),
        MedianInterval.quantile(sorted, 0.75),
        median == 0 ? 0 : MedianInterval.quantile(errors, 0.5));
  }

  /** Compares two subjects round by round. */
  private static Difference difference(Summary subject, Summary baseline) {
    boolean inCycles =
        !Double.isNaN(subject.cycles().median()) && !Double.isNaN(baseline.cycles().median());
    ToDoubleFunction<Timing> value =
        inCycles ? Timing::cyclesPerOperation : Timing::secondsPerOperation;
    MedianInterval ratio =
        MedianInterval.of(Comparison.ratios(subject.timings(), baseline.timings(), value));
    return new Difference(
        subject.name(),
        baseline.name(),
        ratio.median(),
        Math.max(0, ratio.low()),
        ratio.high(),
        !ratio.excludesOne());
  }
}

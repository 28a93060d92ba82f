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
record InterleavedComparison(IterationSearch adaptive, int rounds) {

  /** Limit of repetitions of all rounds; they are repeated if the counter was lost in one. */
  private static final int MAX_RESTARTS = 3;

  Comparison compare(List<Subject> subjects) {
    long[] n = subjects.stream().mapToLong(s -> adaptive.search(s.function()).run().n()).toArray();
    List<List<Timing>> timings = rounds(subjects, n);
    for (int restarts = 0; restarts < MAX_RESTARTS && !haveOneCounter(timings); restarts++) {
      timings = rounds(subjects, n);
    }
    List<Summary> summaries = new ArrayList<>();
    List<Difference> differences = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      summaries.add(summary(subjects.get(i), timings.get(i)));
      if (i > 0) {
        differences.add(difference(summaries.get(i), summaries.get(0)));
      }
    }
    return new Comparison(summaries, differences);
  }

  private List<List<Timing>> rounds(List<Subject> subjects, long[] n) {
    int count = subjects.size();
    List<List<Timing>> timings =
        Stream.<List<Timing>>generate(ArrayList::new).limit(count).toList();
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < count; turn++) {
        int i = (round + turn) % count;
        Subject subject = subjects.get(i);
        timings.get(i).add(adaptive.again(subject.function(), n[i], subject.base()));
      }
    }
    return timings;
  }

  /** Returns whether no round lost its counter: cycles of two counters cannot be compared. */
  private static boolean haveOneCounter(List<List<Timing>> timings) {
    String first = timings.get(0).get(0).counter();
    return timings.stream()
        .flatMap(List::stream)
        .allMatch(timing -> timing.counter().equals(first));
  }

  private static Summary summary(Subject subject, List<Timing> timings) {
    return new Summary(
        subject.name(),
        subject.unit(),
        statistics(timings, Timing::secondsPerOperation),
        statistics(timings, Timing::cyclesPerOperation),
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
    double[] ratios = new double[subject.timings().size()];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] =
          value.applyAsDouble(subject.timings().get(round))
              / value.applyAsDouble(baseline.timings().get(round));
    }
    MedianInterval ratio = MedianInterval.of(ratios);
    return new Difference(
        subject.name(),
        baseline.name(),
        ratio.median(),
        Math.max(0, ratio.low()),
        ratio.high(),
        !ratio.excludesOne());
  }
}

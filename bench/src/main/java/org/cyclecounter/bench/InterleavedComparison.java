package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;

/** Measures several subjects in turns, so that what changes with time meets all of them. */
final class InterleavedComparison {

  /** All rounds are made again where the counter was lost in one: so often. */
  private static final int MAX_RESTARTS = 3;

  private final IterationSearch adaptive;
  private final int rounds;

  InterleavedComparison(IterationSearch adaptive, int rounds) {
    this.adaptive = adaptive;
    this.rounds = rounds;
  }

  /** Measures and compares. */
  Comparison compare(List<Subject> subjects) {
    long[] n = new long[subjects.size()];
    for (int i = 0; i < n.length; i++) {
      n[i] = adaptive.search(subjects.get(i).function()).run().n();
    }
    List<List<Timing>> timings = rounds(subjects, n);
    for (int restarts = 0; restarts < MAX_RESTARTS && !haveOneCounter(timings); restarts++) {
      timings = rounds(subjects, n);
    }
    List<Summary> summaries = new ArrayList<>();
    List<Difference> differences = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      summaries.add(Summaries.summary(subjects.get(i), timings.get(i)));
      if (i > 0) {
        differences.add(Summaries.difference(summaries.get(i), summaries.get(0)));
      }
    }
    return new Comparison(summaries, differences);
  }

  private List<List<Timing>> rounds(List<Subject> subjects, long[] n) {
    int count = subjects.size();
    List<List<Timing>> timings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      timings.add(new ArrayList<>());
    }
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < count; turn++) {
        int i = (round + turn) % count;
        Subject subject = subjects.get(i);
        timings.get(i).add(adaptive.again(subject.function(), n[i], subject.base()));
      }
    }
    return timings;
  }

  /** Whether no round lost its counter: cycles of two counters cannot be compared. */
  private static boolean haveOneCounter(List<List<Timing>> timings) {
    String first = timings.get(0).get(0).counter();
    return timings.stream().flatMap(List::stream).allMatch(one -> one.counter().equals(first));
  }
}

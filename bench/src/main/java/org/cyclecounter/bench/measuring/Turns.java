package org.cyclecounter.bench.measuring;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.bench.stats.Summaries;

/** Measures several subjects in turns, so that what changes with time meets all of them. */
public final class Turns {

  private final Adaptive adaptive;
  private final int rounds;

  /**
   * Makes one.
   *
   * @param adaptive finds each subject's n, and measures
   * @param rounds how often each is measured
   */
  public Turns(Adaptive adaptive, int rounds) {
    this.adaptive = adaptive;
    this.rounds = rounds;
  }

  /**
   * Measures and compares.
   *
   * @param subjects at least one
   * @return the comparison
   */
  public Comparison compare(List<Subject> subjects) {
    int count = subjects.size();
    long[] n = new long[count];
    List<List<Timing>> timings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      n[i] = adaptive.search(subjects.get(i).function()).run().n();
      timings.add(new ArrayList<>());
    }
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < count; turn++) {
        int i = (round + turn) % count;
        Subject subject = subjects.get(i);
        timings.get(i).add(adaptive.again(subject.function(), n[i], subject.base()));
      }
    }
    List<Summary> summaries = new ArrayList<>();
    List<Difference> differences = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      summaries.add(Summaries.summary(subjects.get(i), timings.get(i)));
      if (i > 0) {
        differences.add(Summaries.difference(summaries.get(i), summaries.get(0)));
      }
    }
    return new Comparison(summaries, differences);
  }
}

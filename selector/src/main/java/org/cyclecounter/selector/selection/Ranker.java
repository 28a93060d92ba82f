// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;

/**
 * How counters stand by libcpucycles's rule: the smallest precision, penalty included, is the best;
 * ties go to the earlier.
 */
final class Ranker {

  private final Scoring scoring;
  private final LastResort lastResort;
  private final List<Candidate> candidates;
  private final ProbeResult[] results;

  /** Looks at results as they come: null for a candidate that has not been probed yet. */
  Ranker(
      Scoring scoring, LastResort lastResort, List<Candidate> candidates, ProbeResult[] results) {
    this.scoring = scoring;
    this.lastResort = lastResort;
    this.candidates = candidates;
    this.results = results;
  }

  /**
   * Returns whether a counter that has not been probed could be better than the best that stays, by
   * the penalties of 20240114.
   */
  boolean canBeat(int place) {
    long least = candidates.get(place).kind().penaltyCycles() + 1L;
    long[] precisions = precisions();
    for (int i = 0; i < results.length; i++) {
      if (precisions[i] > 0 && !results[i].mayBeLost()) {
        if (precisions[i] < least || precisions[i] == least && i < place) {
          return false;
        }
      }
    }
    return true;
  }

  /** Of each counter that works, penalty included, in cycles; 0 for all others. */
  private long[] precisions() {
    long[] precisions = new long[results.length];
    int usable = 0;
    for (int i = 0; i < results.length; i++) {
      ProbeResult result = results[i];
      if (result != null && result.usable()) {
        precisions[i] =
            result.cycles()
                + scoring.penaltyCycles(
                    candidates.get(i).kind(), result.counted(), result.bits(), usable++);
      }
    }
    return precisions;
  }

  /** The places of those that work, the best first. */
  private List<Integer> ranked() {
    long[] precisions = precisions();
    List<Integer> ranked = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (precisions[i] > 0) {
        int at = ranked.size();
        while (at > 0 && precisions[ranked.get(at - 1)] > precisions[i]) {
          at--;
        }
        ranked.add(at, i);
      }
    }
    return ranked;
  }

  /** Each counter that works, the best first, with what follows it should it be taken away. */
  List<List<ProbeResult>> chains() {
    List<Integer> ranked = ranked();
    List<List<ProbeResult>> chains = new ArrayList<>();
    for (int i = 0; i < ranked.size(); i++) {
      chains.add(withSuccessors(ranked, i));
    }
    return chains;
  }

  /**
   * Ranks all that have been probed. {@code inUse} is the place of the counter that has been
   * selected already, -1 for none; {@code sinceNs} is when the selection began, by System.nanoTime.
   */
  Ranking ranking(Frequency frequency, Discovery discovery, int inUse, long sinceNs) {
    long[] precisions = precisions();
    List<Integer> ranked = ranked();
    int best = ranked.isEmpty() ? -1 : ranked.get(0);
    if (inUse >= 0 && precisions[inUse] > 0) {
      best = inUse;
    }
    CounterReport[] reports = new CounterReport[results.length];
    for (int i = 0; i < results.length; i++) {
      if (results[i] != null) {
        reports[i] = SelectionReports.of(results[i], precisions[i], i == best);
      }
    }
    SelectionReport report =
        SelectionReports.of(
            frequency,
            discovery,
            reports,
            best < 0 ? lastResort : null,
            System.nanoTime() - sinceNs);
    List<RankedCounter> places = new ArrayList<>();
    for (int i = 0; i < ranked.size(); i++) {
      int place = ranked.get(i);
      places.add(
          new RankedCounter(withSuccessors(ranked, i), lastResort, frequency.hz(), reports[place]));
    }
    if (places.isEmpty()) {
      CounterReport selected = SelectionReports.selected(report);
      places.add(new RankedCounter(List.of(), lastResort, frequency.hz(), selected));
    }
    return new Ranking(List.copyOf(places), report, new ProbedFacts(results));
  }

  /**
   * A counter; where it may be taken away, the next best that would be left, and so on to one that
   * stays.
   */
  private List<ProbeResult> withSuccessors(List<Integer> ranked, int first) {
    List<ProbeResult> chain = new ArrayList<>();
    chain.add(results[ranked.get(first)]);
    for (int i = 0; i < ranked.size() && chain.get(chain.size() - 1).mayBeLost(); i++) {
      if (i != first) {
        chain.add(results[ranked.get(i)]);
      }
    }
    return List.copyOf(chain);
  }
}

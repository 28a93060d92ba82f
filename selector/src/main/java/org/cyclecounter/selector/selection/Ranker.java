// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.selector.report.Reports;

/**
 * Ranks counters by libcpucycles's rule: the smallest precision, penalty included, is the best;
 * ties go to the earlier. Counters are identified by their index in the order of the candidates.
 * For the thread of the selection only.
 *
 * @param settings the scoring, the counter to rank if none works, and why
 * @param candidates in the order in which they are listed
 * @param results of the candidates, by index; null for one that has not been probed yet. Not
 *     copied: results that are added later count
 */
@SuppressWarnings("ArrayRecordComponent") // shared with the selection, and never compared
record Ranker(Settings settings, List<Candidate> candidates, ProbeResult[] results) {

  /**
   * Returns true if a counter that has not been probed could be better than the best that works.
   * One that may be lost ends no search, because it needs a successor. By the penalties of
   * 20240114: those of 20260901 depend on how many earlier counters work.
   *
   * @param kind the counter's
   * @param index its place, which may be beyond the last one
   */
  boolean canBeat(CounterKind kind, int index) {
    // No counter has a smaller precision than one cycle.
    long leastCycles = kind.penaltyCycles() + 1L;
    long[] precisions = precisions();
    for (int i = 0; i < results.length; i++) {
      boolean isBetter = precisions[i] < leastCycles || precisions[i] == leastCycles && i < index;
      if (precisions[i] > 0 && isBetter && !results[i].mayBeLost()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Computes the precision of each counter that works, penalty included, in cycles; 0 for others.
   * By 20260901 those of libcpucycles count as earlier ones, so that scores are the C program's.
   */
  private long[] precisions() {
    long[] precisions = new long[results.length];
    Scoring scoring = settings.scoring();
    int earlier = 0;
    for (int i = 0; i < results.length; i++) {
      ProbeResult result = results[i];
      if (result != null && result.usable()) {
        Candidate candidate = candidates.get(i);
        precisions[i] =
            result.cycles()
                + scoring.penaltyCycles(candidate.kind(), result.counted(), result.bits(), earlier);
        if (scoring == Scoring.LIBCPUCYCLES_20260901
            && candidate.isOurs()
            && KnownCounters.isLibcpucycles(candidate.name())) {
          earlier++;
        }
      }
    }
    return precisions;
  }

  /** Sorts the indices of the counters that work, the best first; the sort is stable. */
  private List<Integer> ranked() {
    long[] precisions = precisions();
    List<Integer> ranked = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (precisions[i] > 0) {
        int rank = ranked.size();
        while (rank > 0 && precisions[ranked.get(rank - 1)] > precisions[i]) {
          rank--;
        }
        ranked.add(rank, i);
      }
    }
    return ranked;
  }

  /** Returns the chain of each counter that works, the best first: the counter, then successors. */
  List<List<ProbeResult>> chains() {
    List<Integer> ranked = ranked();
    List<List<ProbeResult>> chains = new ArrayList<>();
    for (int i = 0; i < ranked.size(); i++) {
      chains.add(withSuccessors(ranked, i));
    }
    return chains;
  }

  /**
   * Ranks all counters that have been probed, and makes the report.
   *
   * @param discovery the source of reports on what cannot be probed at all
   * @param inUse the index of the counter that is installed already and stays the selected one
   *     while it works, even if another was measured to be better since; -1 for none
   * @param sinceNs the System.nanoTime() at which the selection began
   */
  Ranking ranking(Frequency frequency, Discovery discovery, int inUse, long sinceNs) {
    LastResort lastResort = settings.lastResort();
    long[] precisions = precisions();
    List<Integer> ranked = ranked();
    int best = ranked.isEmpty() ? -1 : ranked.get(0);
    if (inUse >= 0 && precisions[inUse] > 0) {
      best = inUse;
    }
    CounterReport[] reports = new CounterReport[results.length];
    for (int i = 0; i < results.length; i++) {
      if (results[i] != null) {
        boolean isTied = best >= 0 && best < i && precisions[best] == precisions[i];
        String equal = isTied ? candidates.get(best).name() : "";
        reports[i] = SelectionReports.of(results[i], precisions[i], i == best, equal);
      }
    }
    SelectionReport report =
        SelectionReports.of(
            frequency,
            discovery,
            reports,
            best < 0 ? lastResort : null,
            settings.surroundings(candidates),
            System.nanoTime() - sinceNs);
    List<RankedCounter> counters = new ArrayList<>();
    for (int i = 0; i < ranked.size(); i++) {
      CounterReport counter = reports[ranked.get(i)];
      counters.add(
          new RankedCounter(withSuccessors(ranked, i), lastResort, frequency.hz(), counter));
    }
    if (counters.isEmpty()) {
      CounterReport selected = Reports.inUse(report);
      counters.add(new RankedCounter(List.of(), lastResort, frequency.hz(), selected));
    }
    return new Ranking(List.copyOf(counters), report, new ProbedFacts(settings.scoring(), results));
  }

  /**
   * Returns the counter of a rank; if it may be lost, then the best of the others, and so on to one
   * that cannot be lost. A chain may end with one that can: then the last resort follows.
   */
  private List<ProbeResult> withSuccessors(List<Integer> ranked, int rank) {
    List<ProbeResult> chain = new ArrayList<>();
    chain.add(results[ranked.get(rank)]);
    for (int i = 0; i < ranked.size() && chain.get(chain.size() - 1).mayBeLost(); i++) {
      if (i != rank) {
        chain.add(results[ranked.get(i)]);
      }
    }
    return List.copyOf(chain);
  }
}

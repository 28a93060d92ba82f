// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Ranks counters by libcpucycles's rule: the smallest precision, penalty included, is the best;
 * ties go to the earlier. Counters are identified by their index. For the thread of the selection
 * only.
 *
 * @param settings the scoring, the counter to rank if none works, and why
 * @param states in the order in which the candidates are listed. Not copied: those that are added
 *     later count
 */
record Ranker(Settings settings, List<CandidateState> states) {

  /**
   * Puts each family's counters into the order of the scoring's release, and those that it does not
   * have behind them. The providers list them in the order of 20240114.
   *
   * @param listed all candidates
   */
  static List<Candidate> inOrder(Scoring scoring, List<Candidate> listed) {
    if (scoring == Scoring.LIBCPUCYCLES_20240114) {
      return listed;
    }
    List<Candidate> ordered = new ArrayList<>();
    for (Candidate candidate : listed) {
      int place = ordered.size();
      while (place > 0 && isBehind(ordered.get(place - 1), candidate)) {
        place--;
      }
      ordered.add(place, candidate);
    }
    return ordered;
  }

  private static boolean isBehind(Candidate one, Candidate other) {
    return one.provider() == other.provider()
        && one.isOurs()
        && KnownCounters.place(one.name()) > KnownCounters.place(other.name());
  }

  /**
   * Returns true if a counter that has not been probed could be better than the best that works.
   * One that may be lost ends no search, because it needs a successor. By the penalties of
   * 20240114: those of 20260901 depend on how many earlier counters work.
   *
   * @param kind the counter's
   * @param index its place, which may be beyond the last one
   */
  boolean canBeat(CounterKind kind, int index) {
    long[] precisions = precisions();
    int best = bestToKeep();
    long leastCycles = kind.penaltyCycles() + 1L; // no precision is smaller than one cycle
    return best < 0
        || precisions[best] > leastCycles
        || precisions[best] == leastCycles && best >= index;
  }

  /**
   * Computes the cost of a read above which a counter cannot be better than the best that cannot be
   * lost, as in {@link #canBeat}; in ns, rounded up, 0 for no bound.
   *
   * @param hz the CPU's estimated frequency
   */
  long worthNs(CounterKind kind, long hz) {
    long[] precisions = precisions();
    int best = bestToKeep();
    return best < 0
        ? 0
        : (long) Math.ceil(Math.max(0, (precisions[best] - kind.penaltyCycles()) * 1e9 / hz));
  }

  /** Returns the best counter that cannot be lost; -1 for none. */
  private int bestToKeep() {
    for (CandidateState state : ranked()) {
      if (!state.mayBeLost()) {
        return states.indexOf(state);
      }
    }
    return -1;
  }

  /**
   * Computes the precision of each counter that works, penalty included, in cycles; 0 for others.
   * By 20260901 those of libcpucycles count as earlier ones, so that scores are the C program's.
   */
  private long[] precisions() {
    long[] precisions = new long[states.size()];
    Scoring scoring = settings.scoring();
    int earlier = 0;
    for (int i = 0; i < precisions.length; i++) {
      CandidateState state = states.get(i);
      if (state.isUsable()) {
        Candidate candidate = state.candidate();
        int bits = state.measurement.bits();
        precisions[i] =
            state.cycles() + scoring.penaltyCycles(candidate.kind(), state.counted, bits, earlier);
        if (scoring == Scoring.LIBCPUCYCLES_20260901
            && candidate.isOurs()
            && KnownCounters.isLibcpucycles(candidate.name())) {
          earlier++;
        }
      }
    }
    return precisions;
  }

  /** Lists the counters that work, the best first; the sort is stable. */
  List<CandidateState> ranked() {
    long[] precisions = precisions();
    List<CandidateState> ranked = new ArrayList<>();
    for (int i = 0; i < precisions.length; i++) {
      if (precisions[i] > 0) {
        int rank = ranked.size();
        while (rank > 0 && precisions[states.indexOf(ranked.get(rank - 1))] > precisions[i]) {
          rank--;
        }
        ranked.add(rank, states.get(i));
      }
    }
    return ranked;
  }

  /**
   * Ranks all counters that have been probed, and makes the report.
   *
   * @param found has what cannot be probed at all
   * @param installed the counter that is in use already and stays the selected one while it works,
   *     even if another was measured to be better since; null for none
   * @param costNs the time of the selection so far
   */
  Ranking ranking(Frequency frequency, Found found, @Nullable Installation installed, long costNs) {
    long[] precisions = precisions();
    List<CandidateState> ranked = ranked();
    int best = ranked.isEmpty() ? -1 : states.indexOf(ranked.get(0));
    for (CandidateState state : ranked) {
      if (installed != null && installed.place(state) == 0) {
        best = states.indexOf(state);
      }
    }
    String selected = best < 0 ? "" : states.get(best).candidate().name();
    List<CounterReport> reports = new ArrayList<>();
    for (int i = 0; i < precisions.length; i++) {
      boolean isTied = best >= 0 && best < i && precisions[best] == precisions[i];
      String equal = isTied ? selected : "";
      reports.add(
          SelectionReports.of(states.get(i), precisions[i], i == best, equal, frequency.hz()));
    }
    SelectionReport report =
        SelectionReports.of(settings, frequency, found, reports, selected, costNs);
    List<RankedCounter> counters = new ArrayList<>();
    for (CandidateState state : ranked) {
      CounterReport counter = reports.get(states.indexOf(state));
      List<CandidateState> chain = withSuccessors(state, ranked);
      counters.add(new RankedCounter(chain, settings, frequency.hz(), counter));
    }
    if (counters.isEmpty()) {
      counters.add(new RankedCounter(List.of(), settings, frequency.hz(), Reports.inUse(report)));
    }
    return new Ranking(
        List.copyOf(counters), report, new CounterDetails(settings.scoring(), states));
  }

  /**
   * Returns a counter's chain: if it may be lost, then the best of the others, and so on to one
   * that cannot be lost. If the last can be lost, too, the last resort follows it.
   */
  private static List<CandidateState> withSuccessors(
      CandidateState first, List<CandidateState> ranked) {
    List<CandidateState> chain = new ArrayList<>();
    chain.add(first);
    for (int i = 0; i < ranked.size() && chain.get(chain.size() - 1).mayBeLost(); i++) {
      if (ranked.get(i) != first) {
        chain.add(ranked.get(i));
      }
    }
    return List.copyOf(chain);
  }
}

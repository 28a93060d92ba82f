// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.limits.Worker;

/**
 * The result of a selection, whose counters are open until somebody closes them.
 *
 * @param counters the counters that work, best first, or the last resort alone; never empty
 * @param report every counter that was considered
 * @param facts the facts about these counters that the report has no room for; declared by its
 *     class, because the verifier would load the interface before a first reading
 */
public record Ranking(List<RankedCounter> counters, SelectionReport report, ProbedFacts facts) {

  /**
   * Installs the best counter that can be installed; one that fails now is skipped, with a reason.
   *
   * @param linked as in {@link Installation#of(List, LastResort, long, boolean, Worker)}
   */
  Installation install(boolean linked) {
    List<List<ProbeResult>> chains = counters.stream().map(RankedCounter::chain).toList();
    try (Worker worker = new Worker()) {
      RankedCounter best = counters.get(0);
      return Installation.of(chains, best.lastResort(), best.cyclesPerSecond(), linked, worker);
    }
  }

  /** Closes all counters but the installed one and its successors. */
  void closeAllBut(Installation installed) {
    for (RankedCounter ranked : counters) {
      if (!ranked.chain().isEmpty() && !installed.isMadeOf(ranked.chain().get(0))) {
        ranked.chain().get(0).close();
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.limits.Worker;

/**
 * What a selection came to.
 *
 * @param places the counters that work, best first, or the last resort; never empty
 * @param report every counter that was looked at
 * @param facts what is known of these counters beside the report; of its own type, because as an
 *     interface the verifier would load it before a first reading
 */
public record Ranking(List<RankedCounter> places, SelectionReport report, ProbedFacts facts) {

  /**
   * Installs the best counter that can be installed: where that fails, a reason is noted and the
   * next place is taken.
   */
  Installation install(boolean linked) {
    List<List<ProbeResult>> chains = places.stream().map(RankedCounter::chain).toList();
    try (Worker worker = new Worker()) {
      return Installation.ofBest(
          chains, places.get(0).lastResort(), places.get(0).cyclesPerSecond(), linked, worker);
    }
  }

  /** Closes all counters that an installed one is not made of. */
  void closeAllBut(Installation installed) {
    for (RankedCounter place : places) {
      if (!place.chain().isEmpty() && !installed.isMadeOf(place.chain().get(0))) {
        place.chain().get(0).close();
      }
    }
  }
}

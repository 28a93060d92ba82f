// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.settings.Settings;

/**
 * A counter that works, open, with the successors that are read if it is lost.
 *
 * @param chain the counter, then its successors; empty for the last resort
 * @param settings of the selection, for the counter that is read when none of these is left
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param report the selection's report of it
 */
public record RankedCounter(
    List<CandidateState> chain, Settings settings, long cyclesPerSecond, CounterReport report) {

  public String name() {
    return report.name();
  }

  /**
   * Assembles the counter anew from the same open sources, linked in the cheapest way this Java
   * has.
   */
  public Installation install() {
    return Installation.of(chain, settings, cyclesPerSecond, true);
  }

  /**
   * Returns true if a later selection found the same counter, frequency and successors, so that its
   * service can stay. Not {@code equals}, as for {@code Candidate}.
   */
  public boolean isSame(RankedCounter other) {
    if (cyclesPerSecond != other.cyclesPerSecond || chain.size() != other.chain.size()) {
      return false;
    }
    for (int i = 0; i < chain.size(); i++) {
      if (!chain.get(i).isSame(other.chain.get(i))) {
        return false;
      }
    }
    return name().equals(other.name());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.limits.Worker;

/**
 * A counter that works, open, with those that follow it should it be taken away.
 *
 * @param chain the counter, then its successors; empty for the last resort
 * @param lastResort what is read when none of these is left
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param report what the selection says of it
 */
public record RankedCounter(
    List<ProbeResult> chain, LastResort lastResort, long cyclesPerSecond, CounterReport report) {

  public String name() {
    return report.name();
  }

  /**
   * Puts the counter together anew, of the same open sources, linked in the cheapest way this Java
   * has.
   */
  public Installation install() {
    try (Worker worker = new Worker()) {
      return Installation.of(chain, lastResort, cyclesPerSecond, true, worker);
    }
  }

  /** Whether a later selection came to the same counter: readings of the two can be compared. */
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

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.List;
import org.cyclecounter.CounterReport;

/**
 * Better counters that a machine could have, and reasons to doubt its counts.
 *
 * @param selected the report of the counter in use
 * @param inUse what the selected counter counts and costs, a clause for people
 * @param advice one for each better counter that this machine could have, in the order in which
 *     counters are probed
 * @param warnings in the order in which they are printed
 */
public record Diagnosis(
    CounterReport selected, String inUse, List<Advice> advice, List<Warning> warnings) {

  /** The verdict in one sentence. */
  public String sentence() {
    return switch (advice.size()) {
      case 0 -> inUse + ". Nothing better is possible here.";
      case 1 -> inUse + ". A better counter is possible:";
      default -> inUse + ". " + advice.size() + " better counters are possible:";
    };
  }
}

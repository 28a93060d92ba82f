// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.TickCounter;

/** Reports that follow from others. */
public final class Reports {

  private Reports() {}

  /** A counter that was lost while it was in use, and why. */
  public record Lost(String name, String reason) {}

  /** A report without numbers, of what cannot be probed at all, or is not known as a counter. */
  public static CounterReport unmeasured(
      String name, CounterKind kind, Verdict verdict, String reason) {
    return new CounterReport(
        name, kind, Scope.SYSTEM, verdict, 0, 0, false, reason, Duration.ZERO, null);
  }

  /**
   * A selection's report after losses, the first one first: the lost counters are rejected, and the
   * one that readings go on with is selected.
   */
  public static SelectionReport afterLosses(SelectionReport made, List<Lost> losses, String now) {
    if (losses.isEmpty()) {
      return made;
    }
    List<CounterReport> reports = new ArrayList<>();
    boolean listed = false;
    for (CounterReport counter : made.counters()) {
      String name = counter.name();
      Optional<Lost> lost = losses.stream().filter(one -> one.name().equals(name)).findFirst();
      if (lost.isPresent()) {
        reports.add(with(counter, Verdict.REJECTED, 0, lost.get().reason()));
      } else if (name.equals(now)) {
        String reason =
            counter.verdict() == Verdict.REJECTED
                ? lastOf(now)
                : counter.reason() + "; in use since another was lost";
        reports.add(with(counter, Verdict.SELECTED, counter.precision(), reason));
        listed = true;
      } else {
        reports.add(counter);
      }
    }
    if (!listed) {
      reports.add(unmeasured(now, CounterKind.FIXED_RESOLUTION, Verdict.SELECTED, lastOf(now)));
    }
    return new SelectionReport(
        made.version(), now, made.cyclesPerSecond(), made.frequencySource(), reports, made.cost());
  }

  private static String lastOf(String name) {
    return (name.equals(TickCounter.ZERO) ? "always the same number" : "System.nanoTime")
        + ": no other counter is left";
  }

  /** The same report with another verdict; of a rejected counter no numbers are left. */
  public static CounterReport with(
      CounterReport counter, Verdict verdict, long precision, String reason) {
    return new CounterReport(
        counter.name(),
        counter.kind(),
        counter.scope(),
        verdict,
        precision,
        counter.scaling(),
        counter.only32(),
        reason,
        counter.cost(),
        verdict == Verdict.REJECTED ? null : counter.measured());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.support.ProviderText;

/**
 * Makes reports, and derives some from others; all are immutable. Every text of a report passes
 * through here, and is cleaned, because any of it may be third-party text: names and classes in
 * service files, names of bundles, messages of exceptions.
 */
public final class Reports {

  /**
   * In characters, of any text, for reports and JSON; output for people cuts it further. Whatever
   * its parts are, none of them breaks a line, turns it round or fills the heap.
   */
  static final int MAX_REASON = 20_000;

  private Reports() {}

  /**
   * A counter, or a provider by its class, that cannot be used.
   *
   * @param name as in the report
   */
  public record Rejected(String name, Rejection why) {}

  /** Reports an unusable provider or entry of its list; the scope means nothing. */
  public static CounterReport unusable(Rejected rejected) {
    String reason = rejected.why().sentence();
    return unmeasured(rejected.name(), CounterKind.OFF_CORE, Verdict.REJECTED, 0, reason);
  }

  /**
   * Selects a last resort, which is not probed.
   *
   * @param scaling in cycles per tick; 0 for none
   */
  public static CounterReport lastResort(String name, double scaling, String reason) {
    return unmeasured(name, CounterKind.FIXED_RESOLUTION, Verdict.SELECTED, scaling, reason);
  }

  private static CounterReport unmeasured(
      String name, CounterKind kind, Verdict verdict, double scaling, String reason) {
    return clean(
        new CounterReport(
            name, kind, Scope.SYSTEM, verdict, 0, scaling, false, reason, Duration.ZERO, null));
  }

  /** Cleans the texts of a report. */
  public static CounterReport clean(CounterReport counter) {
    return with(counter, counter.verdict(), counter.precision(), counter.reason());
  }

  /** Adds to the reason of the counter in use why a better one may be missing. */
  public static CounterReport withRemark(CounterReport counter, Rejection missing) {
    String reason = counter.reason() + "; " + missing.sentence();
    return with(counter, counter.verdict(), counter.precision(), reason);
  }

  /**
   * Rewrites a selection's report after losses: lost counters become rejected, and the counter in
   * use becomes selected. That counter may be missing from the report, or be rejected in it, if it
   * is the last resort.
   *
   * @param report the report of the selection, which stays as it is
   * @param losses the first one first; their reasons replace those of the selection
   * @param current the name of the counter that is read
   */
  public static SelectionReport afterLosses(
      SelectionReport report, List<Rejected> losses, String current) {
    if (losses.isEmpty()) {
      return report;
    }
    List<CounterReport> reports = new ArrayList<>(report.counters());
    reports.replaceAll(counter -> afterLosses(counter, losses, current));
    if (reports.stream().noneMatch(counter -> counter.verdict() == Verdict.SELECTED)) {
      reports.add(lastResort(current, 0, lastOf(current)));
    }
    long hz = report.cyclesPerSecond();
    String source = report.frequencySource();
    return new SelectionReport(report.version(), current, hz, source, reports, report.cost());
  }

  private static CounterReport afterLosses(
      CounterReport counter, List<Rejected> losses, String current) {
    for (Rejected loss : losses) {
      if (loss.name().equals(counter.name())) {
        return with(counter, Verdict.REJECTED, 0, loss.why().sentence());
      }
    }
    if (!counter.name().equals(current)) {
      return counter;
    }
    boolean isLast = counter.verdict() == Verdict.REJECTED;
    String reason = isLast ? lastOf(current) : counter.reason() + "; in use since another was lost";
    return with(counter, Verdict.SELECTED, counter.precision(), reason);
  }

  /** Returns the report of the selected counter; each report of a selection has one. */
  public static CounterReport inUse(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() == Verdict.SELECTED)
        .findFirst()
        .orElseThrow();
  }

  private static String lastOf(String name) {
    return (name.equals(TickCounter.ZERO) ? "always the same number" : "System.nanoTime")
        + ": no other counter is left";
  }

  /**
   * Copies a report with another verdict, and cleans its texts. Its measured numbers are dropped if
   * the counter is rejected, because no rejected counter has any.
   */
  private static CounterReport with(
      CounterReport counter, Verdict verdict, long precision, String reason) {
    return new CounterReport(
        ProviderText.shorten(counter.name(), MAX_REASON),
        counter.kind(),
        counter.scope(),
        verdict,
        precision,
        counter.scaling(),
        counter.only32(),
        ProviderText.shorten(reason, MAX_REASON),
        counter.cost(),
        verdict == Verdict.REJECTED ? null : counter.measured());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.jspecify.annotations.Nullable;

/** Reports of selections, as a test writes them. */
public final class Reports {

  private Reports() {}

  /** A counter that was probed in a millisecond; one that is rejected has no numbers. */
  public static CounterReport counter(
      String name,
      CounterKind kind,
      Scope scope,
      Verdict verdict,
      String reason,
      @Nullable Measured measured) {
    boolean works = verdict != Verdict.REJECTED;
    Duration cost = Duration.ofMillis(1);
    return new CounterReport(
        name, kind, scope, verdict, works ? 126 : 0, works ? 1 : 0, false, reason, cost, measured);
  }

  /** A clock of a thread that was probed in a millisecond, with what the table prints of it. */
  public static CounterReport clock(
      String name, Verdict verdict, long precision, double scaling, boolean only32, String reason) {
    CounterKind kind = CounterKind.FIXED_RESOLUTION;
    Duration cost = Duration.ofMillis(1);
    return new CounterReport(
        name, kind, Scope.THREAD, verdict, precision, scaling, only32, reason, cost, null);
  }

  public static Measured measured(
      long inC, long inJava, double nanosPerRead, OptionalDouble hz, OptionalDouble share) {
    return new Measured(OptionalLong.of(inC), OptionalLong.of(inJava), nanosPerRead, hz, share);
  }

  /** A selection of the counter that is selected, in two milliseconds. */
  public static SelectionReport selection(
      long cyclesPerSecond, String source, List<CounterReport> counters) {
    String selected =
        counters.stream()
            .filter(counter -> counter.verdict() == Verdict.SELECTED)
            .map(CounterReport::name)
            .findFirst()
            .orElse("default-zero");
    return new SelectionReport(
        "1.2.3", selected, cyclesPerSecond, source, counters, Duration.ofMillis(2));
  }
}

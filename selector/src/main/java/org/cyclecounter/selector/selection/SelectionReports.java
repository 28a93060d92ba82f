// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.Hypervisor;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/** What a selection hands to the report: its evidence, and which of its sentences goes with it. */
final class SelectionReports {

  private SelectionReports() {}

  static CounterReport of(ProbeResult result, long precision, boolean selected) {
    Candidate candidate = result.candidate();
    Measured measured = measured(result);
    Measurement measurement = result.measurement();
    String reason = result.rejection();
    if (measured != null && measurement != null) {
      long penalty = precision - result.cycles();
      reason =
          MeasuredReasons.works(measured, penalty, measurement.deniedHz())
              + MeasuredReasons.intercepted(measured, intercepted(result, measured))
              + MeasuredReasons.notLinked(result.fromJava());
    }
    reason += sentence(result.natively()) + sentence(result.inChildJvm());
    boolean wasProbed = !result.cost().isZero();
    if (measured == null && wasProbed && !candidate.isOurs()) {
      reason = ProviderReasons.withProvider(reason, candidate.whose());
    }
    Verdict other = measured != null ? Verdict.USABLE : Verdict.REJECTED;
    return new CounterReport(
        candidate.name(),
        candidate.kind(),
        candidate.scope(),
        selected ? Verdict.SELECTED : other,
        precision,
        result.scaling(),
        result.bits() == 32,
        reason,
        result.cost(),
        measured);
  }

  /** The instruction that a hypervisor intercepts; empty for none. */
  private static String intercepted(ProbeResult result, Measured measured) {
    JavaMeasurement fromJava = result.fromJava();
    Precision again = fromJava == null ? null : fromJava.precision();
    // Twice, because one measurement may have been interrupted.
    double nanosPerRead =
        again == null
            ? measured.nanosPerRead()
            : Math.min(measured.nanosPerRead(), again.nanosPerRead());
    boolean isIntercepted =
        MeasuredReasons.isIntercepted(result.instruction(), nanosPerRead) && Hypervisor.isThere();
    return isIntercepted ? result.instruction() : "";
  }

  private static String sentence(@Nullable IsolationResult passed) {
    return passed == null ? "" : passed.sentence();
  }

  /** The numbers of a counter that works; null of another. */
  private static @Nullable Measured measured(ProbeResult result) {
    Measurement measurement = result.measurement();
    Precision precision = measurement == null ? null : measurement.precision();
    if (!result.usable() || measurement == null || precision == null) {
      return null;
    }
    JavaMeasurement seen = result.fromJava();
    Precision fromJava = seen == null ? null : seen.precision();
    EventState events = result.events();
    OptionalLong first = OptionalLong.of(precision.cycles());
    OptionalLong java =
        fromJava == null || fromJava.cycles() == 0
            ? OptionalLong.empty()
            : OptionalLong.of(fromJava.cycles());
    return new Measured(
        measurement.inC() ? first : OptionalLong.empty(),
        measurement.inC() ? java : first,
        precision.nanosPerRead(),
        known(seen == null ? Double.NaN : seen.observedHz()),
        known(events == null ? Double.NaN : events.share()));
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * The report of what has been probed, null for other counters; {@code lastResort} is null where a
   * counter works.
   */
  static SelectionReport of(
      Frequency frequency,
      Discovery discovery,
      @Nullable CounterReport[] probed,
      @Nullable LastResort lastResort,
      long costNs) {
    List<CounterReport> reports = new ArrayList<>();
    String implementation = lastResort == null ? "" : lastResort.counterName();
    int place = -1;
    for (CounterReport counter : probed) {
      if (counter == null) {
        continue;
      }
      if (counter.verdict() == Verdict.SELECTED) {
        implementation = counter.name();
      }
      if (lastResort != null && counter.name().equals(implementation)) {
        place = reports.size();
      }
      reports.add(counter);
    }
    boolean anyProbed = !reports.isEmpty();
    if (place >= 0 && lastResort == LastResort.ZERO) {
      CounterReport zero = reports.get(place);
      reports.set(place, Reports.with(zero, Verdict.SELECTED, zero.precision(), zero.reason()));
    } else if (place >= 0 && lastResort != null) {
      reports.set(place, lastResort(lastResort, frequency, true));
    }
    reports.addAll(discovery.rejected());
    if (place < 0 && lastResort != null) {
      reports.add(lastResort(lastResort, frequency, anyProbed));
    }
    return new SelectionReport(
        Version.read(),
        implementation,
        frequency.hz(),
        frequency.source(),
        reports,
        Duration.ofNanos(costNs));
  }

  private static CounterReport lastResort(
      LastResort lastResort, Frequency frequency, boolean anyProbed) {
    boolean isClock = lastResort != LastResort.ZERO;
    return new CounterReport(
        lastResort.counterName(),
        CounterKind.FIXED_RESOLUTION,
        Scope.SYSTEM,
        Verdict.SELECTED,
        0,
        isClock ? frequency.hz() / 1e9 : 0,
        false,
        LastResortReasons.of(isClock, anyProbed, Discovery.place()),
        Duration.ZERO,
        null);
  }

  static CounterReport selected(SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      if (counter.verdict() == Verdict.SELECTED) {
        return counter;
      }
    }
    throw new IllegalStateException("a report has one counter selected");
  }

  /** Where the selection itself has not come to an end: the clock that is read meanwhile. */
  static SelectionReport ofClock(Frequency frequency, String why) {
    CounterReport clock =
        Reports.unmeasured(ScaledClock.NAME, CounterKind.FIXED_RESOLUTION, Verdict.SELECTED, why);
    return new SelectionReport(
        Version.read(),
        ScaledClock.NAME,
        frequency.hz(),
        frequency.source(),
        List.of(clock),
        Duration.ZERO);
  }
}

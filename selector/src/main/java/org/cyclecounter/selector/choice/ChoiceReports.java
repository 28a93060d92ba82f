package org.cyclecounter.selector.choice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.Hypervisor;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.scoring.Instruction;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/** What a choice hands to the report: its evidence, and which of its sentences goes with it. */
final class ChoiceReports {

  private ChoiceReports() {}

  static CounterReport of(ProbeResult result, long precision, boolean selected) {
    Candidate candidate = result.candidate();
    Measured measured = measured(result);
    Measurement measurement = result.measurement();
    String reason = result.rejection();
    if (measured != null && measurement != null) {
      long penalty = precision - result.cycles();
      reason =
          MeasuredReasons.works(measured, penalty, measurement.deniedHz())
              + MeasuredReasons.intercepted(measured, intercepted(result));
    }
    reason += sentence(result.natively()) + sentence(result.inChildJvm());
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

  /** The instruction of this project's counters that a hypervisor intercepts; null for none. */
  private static @Nullable Instruction intercepted(ProbeResult result) {
    Measurement measurement = result.measurement();
    Precision precision = measurement == null ? null : measurement.precision();
    JavaMeasurement fromJava = result.fromJava();
    Precision again = fromJava == null ? null : fromJava.precision();
    if (precision == null || !result.candidate().isOurs()) {
      return null;
    }
    // Twice, because one measurement may have been interrupted.
    double nanosPerRead =
        again == null
            ? precision.nanosPerRead()
            : Math.min(precision.nanosPerRead(), again.nanosPerRead());
    Instruction instruction = Instruction.ofSlow(result.candidate().name(), nanosPerRead);
    return instruction != null && Hypervisor.isThere() ? instruction : null;
  }

  private static String sentence(@Nullable IsolationResult passed) {
    return passed == null ? "" : passed.sentence();
  }

  /** The numbers of a counter that works; null of another. */
  private static @Nullable Measured measured(ProbeResult result) {
    Measurement measurement = result.measurement();
    Precision precision = measurement == null ? null : measurement.precision();
    if (!result.usable() || precision == null) {
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
   * The report of a selection.
   *
   * @param tried in order; null for a counter that has not been tried
   * @param noneWorks whether the last resort is taken
   */
  static SelectionReport of(
      Frequency frequency,
      Discovery discovery,
      @Nullable CounterReport[] tried,
      boolean noneWorks,
      long costNs) {
    List<CounterReport> reports = new ArrayList<>();
    boolean isListed = false;
    String implementation = RankedCounter.LAST_RESORT;
    for (CounterReport counter : tried) {
      if (counter == null) {
        continue;
      }
      if (counter.verdict() == Verdict.SELECTED) {
        implementation = counter.name();
      }
      boolean isLastResort = noneWorks && counter.name().equals(RankedCounter.LAST_RESORT);
      isListed |= isLastResort;
      reports.add(isLastResort ? selected(counter) : counter);
    }
    boolean anyTried = !reports.isEmpty();
    reports.addAll(discovery.rejected());
    if (noneWorks && !isListed) {
      reports.add(
          Reports.unmeasured(
              RankedCounter.LAST_RESORT,
              CounterKind.FIXED_RESOLUTION,
              Verdict.SELECTED,
              Reasons.lastResort(anyTried, Discovery.isInContainer())));
    }
    return new SelectionReport(
        Version.read(),
        implementation,
        frequency.hz(),
        frequency.source(),
        reports,
        Duration.ofNanos(costNs));
  }

  private static CounterReport selected(CounterReport counter) {
    return new CounterReport(
        counter.name(),
        counter.kind(),
        counter.scope(),
        Verdict.SELECTED,
        counter.precision(),
        counter.scaling(),
        counter.only32(),
        counter.reason(),
        counter.cost(),
        null);
  }

  static CounterReport lastResort(SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      if (counter.name().equals(RankedCounter.LAST_RESORT)
          && counter.verdict() == Verdict.SELECTED) {
        return counter;
      }
    }
    throw new IllegalStateException("the last resort is listed where no counter works");
  }

  /** Where the choice itself has not come to an end: the clock that is read meanwhile. */
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

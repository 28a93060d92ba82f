// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.report.UsableReasons;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Turns the evidence of a selection into its report: decides which of the sentences of the package
 * {@code report} go together.
 */
final class SelectionReports {

  private SelectionReports() {}

  /**
   * Reports a counter that has been probed, or left out.
   *
   * @param precision in cycles, penalty included; 0 if it does not work
   * @param equal the selected counter, if that is as good and stands earlier; empty otherwise
   * @param hz the CPU's estimated frequency
   */
  static CounterReport of(
      CandidateState state, long precision, boolean selected, String equal, long hz) {
    Candidate candidate = state.candidate();
    Measurement measurement = state.measurement;
    Ratio ratio = measurement.cyclesPerTick();
    Measured measured = state.isUsable() ? measured(state) : null;
    Rejection why = state.rejection;
    String reason = why == null ? UsableReasons.PENDING : why.sentence();
    if (measured != null) {
      JavaMeasurement seen = state.fromJava;
      reason =
          UsableReasons.works(measured, seen, precision - state.cycles(), measurement.deniedHz())
              + UsableReasons.borderline(
                  measurement.borderline(), "scale it differently, or reject it")
              + UsableReasons.tied(equal)
              + UsableReasons.narrowed(candidate.narrowingReason())
              + UsableReasons.intercepted(measured, intercepted(state))
              + UsableReasons.notLinked(seen)
              + UsableReasons.offRate(
                  state.counted, measured, ratio == null ? 1 : ratio.toDouble(), hz);
    }
    if (!state.isPending()) {
      reason = elsewhere(reason, state.inNativeChild, candidate);
      reason = elsewhere(reason, state.inChildJvm, candidate);
    }
    boolean wasProbed = !state.cost().isZero();
    if (why != null && wasProbed && !candidate.isOurs()) { // its provider is to be fixed
      reason = why.withProvider(reason, candidate.handle().describe());
    }
    Verdict unselected = measured != null ? Verdict.USABLE : Verdict.REJECTED;
    return Reports.clean(
        new CounterReport(
            candidate.name(),
            candidate.kind(),
            candidate.scope(),
            selected ? Verdict.SELECTED : unselected,
            precision,
            ratio == null ? 0 : ratio.toDouble(),
            measurement.bits() == 32,
            reason,
            state.cost(),
            measured));
  }

  /** Returns the instruction of the counter's reads if a hypervisor intercepts it; else empty. */
  private static String intercepted(CandidateState state) {
    JavaMeasurement seen = state.fromJava;
    Precision second = seen == null ? null : seen.precision();
    double nanosPerRead = state.measurement.precision().nanosPerRead();
    if (second != null) { // the cheaper of two measurements, because one may have been interrupted
      nanosPerRead = Math.min(nanosPerRead, second.nanosPerRead());
    }
    boolean isIntercepted =
        UsableReasons.isIntercepted(state.instruction(), nanosPerRead) && isVirtual();
    return isIntercepted ? state.instruction() : "";
  }

  /**
   * Asks Linux, which shows CPUID's bit for a hypervisor (leaf 1, ECX bit 31) on x86; false where
   * the system does not tell. For sentences only: no counter is chosen or rejected by it.
   */
  private static boolean isVirtual() {
    String flags = Platform.field(Path.of("/proc/cpuinfo"), "flags");
    return List.of(flags.split(" ")).contains("hypervisor");
  }

  /**
   * Adds where a counter was probed before this process, and at what cost. The end of a child comes
   * after that, with a remark if the counter's {@code mayCrash()} was wrong.
   */
  private static String elsewhere(
      String reason, @Nullable IsolationResult outcome, Candidate candidate) {
    if (outcome == null || outcome.result() == IsolationResult.Result.NOT_PROBED) {
      return reason;
    }
    String probed = UsableReasons.probed(outcome.natively(), outcome.cost(), outcome.prints());
    return outcome.died()
        ? probed + ": " + reason + (candidate.mayCrash() ? "" : UsableReasons.NOT_HARMLESS)
        : reason + "; " + probed;
  }

  /**
   * Returns the numbers of a counter that works. The difference on which selection was based is the
   * one in C, if there is one; the one from Java is missing until a report has been requested, and
   * if it is 0, because reads from Java did not differ.
   */
  private static Measured measured(CandidateState state) {
    Measurement measurement = state.measurement;
    JavaMeasurement seen = state.fromJava;
    Precision fromJava = seen == null ? null : seen.precision();
    EventState last = seen == null ? null : seen.events();
    EventState events = last == null ? measurement.events() : last;
    OptionalLong none = OptionalLong.empty();
    OptionalLong first = OptionalLong.of(state.cycles());
    OptionalLong java =
        fromJava == null || fromJava.cycles() == 0 ? none : OptionalLong.of(fromJava.cycles());
    return new Measured(
        measurement.inC() ? first : none,
        measurement.inC() ? java : first,
        measurement.precision().nanosPerRead(),
        known(seen == null ? Double.NaN : seen.observedHz()),
        known(events == null ? Double.NaN : events.share()));
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * Assembles a selection's report.
   *
   * @param probed the reports of the candidates, in their order
   * @param selected the name of the selected one; empty if the last resort is read, whose report
   *     replaces that of a candidate of the same name
   * @param costNs the time of the whole selection
   */
  static SelectionReport of(
      Settings settings,
      Frequency frequency,
      Found found,
      List<CounterReport> probed,
      String selected,
      long costNs) {
    List<CounterReport> reports = new ArrayList<>(probed);
    for (Reports.Rejected rejected : found.rejections()) {
      reports.add(Reports.unusable(rejected));
    }
    Rejection family = found.missingFamily();
    if (!selected.isEmpty()) {
      if (family != null) {
        reports.replaceAll(
            one -> one.name().equals(selected) ? Reports.withRemark(one, family) : one);
      }
      return report(frequency, selected, reports, costNs);
    }
    boolean isClock = settings.providers() == null;
    String name = isClock ? ScaledClock.NAME : TickCounter.ZERO;
    Surroundings where = surroundings(settings, found);
    String why = LastResortReasons.of(isClock, where);
    int place = reports.size();
    for (int i = 0; i < probed.size(); i++) {
      if (probed.get(i).name().equals(name)) {
        place = i;
        String rejection = reports.remove(i).reason();
        if (!isClock) {
          why = rejection; // the same counter: its reason stays
        } else if (where != Surroundings.NOT_INCLUDED) {
          why = LastResortReasons.ofRejected(rejection);
        }
      }
    }
    double scaling = isClock ? frequency.hz() / 1e9 : 0;
    CounterReport clock = Reports.lastResort(name, scaling, why);
    reports.add(place, family == null ? clock : Reports.withRemark(clock, family));
    return report(frequency, name, reports, costNs);
  }

  /** Returns why the last resort is read, if it is, as far as the settings and the path show. */
  static Surroundings surroundings(Settings settings, Found found) {
    for (Candidate candidate : found.candidates()) {
      if (CandidateFilter.isIncluded(settings, candidate)) {
        return Surroundings.NONE_WORKS;
      }
    }
    return found.candidates().isEmpty() ? found.surroundings() : Surroundings.NOT_INCLUDED;
  }

  /**
   * Updates the report of a selection: counters that have been lost, or could not be installed, are
   * rejected, and the one in use is selected.
   */
  static SelectionReport updated(SelectionReport selection, Installation installed) {
    List<Reports.Rejected> lost = new ArrayList<>(installed.failed());
    FallbackChain fallbacks = installed.fallbacks();
    if (fallbacks != null) {
      for (FallbackChain.Loss loss : fallbacks.losses()) {
        // A third party's getMessage() may hang.
        TaskResult<String> why = TimeLimit.run(() -> Failures.of(loss.call(), loss.thrown(), true));
        String reason =
            why.value() != null ? why.value() : Failures.failed("getMessage()", why).sentence();
        lost.add(new Reports.Rejected(loss.name(), Rejection.of(Code.LOST_IN_USE, reason)));
      }
    }
    return Reports.afterLosses(selection, lost, installed.counter().implementation());
  }

  /** Reports the counter in use alone, because the others have not been probed in time. */
  static SelectionReport ofPending(Frequency frequency, Installation installed) {
    if (installed.parts().isEmpty()) {
      return ofClock(frequency, UsableReasons.PENDING);
    }
    // Of the state in the selection nothing may be read: its thread may still run.
    Candidate candidate = installed.parts().get(0).candidate;
    CounterReport inUse = of(new CandidateState(candidate), 0, true, "", frequency.hz());
    return report(frequency, candidate.name(), List.of(inUse), 0);
  }

  /**
   * Reports the clock alone, which is read while the selection has not ended, and if it failed.
   *
   * @param why the clock's reason, one sentence
   */
  static SelectionReport ofClock(Frequency frequency, String why) {
    CounterReport clock = Reports.lastResort(ScaledClock.NAME, 0, why);
    return report(frequency, ScaledClock.NAME, List.of(clock), 0);
  }

  private static SelectionReport report(
      Frequency frequency, String implementation, List<CounterReport> reports, long costNs) {
    Duration cost = Duration.ofNanos(costNs);
    return new SelectionReport(
        Version.read(), implementation, frequency.hz(), frequency.source(), reports, cost);
  }
}

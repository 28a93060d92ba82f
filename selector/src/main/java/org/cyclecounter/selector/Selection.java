package org.cyclecounter.selector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.CycleCounterSelector.Settings;
import org.cyclecounter.selector.counting.Extended32;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledCounter;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.isolation.AutoIsolator;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.Isolator;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.isolation.Outcome;
import org.cyclecounter.selector.scoring.Trial;
import org.cyclecounter.selector.scoring.Trials;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/** One run of the choice: frequency, discovery, isolation, trials, the smallest precision. */
final class Selection {

  static final String LAST_RESORT = "default-zero";

  private final Settings settings;
  private final long startNs = System.nanoTime();

  Selection(Settings settings) {
    this.settings = settings;
  }

  Selected run() {
    Frequency frequency =
        settings.cyclesPerSecond() > 0
            ? new Frequency(settings.cyclesPerSecond(), "set by the caller")
            : FrequencyEstimator.ofThisMachine().estimate();
    Discovery discovery =
        settings.providers() == null ? new Discovery() : new Discovery(settings.providers());
    List<Trial> trials = tryAll(discovery.candidates(), frequency.hz());
    Trial best = null;
    for (Trial trial : trials) {
      // Strictly smaller: ties go to the earlier.
      if (trial.usable() && (best == null || trial.precision() < best.precision())) {
        best = trial;
      }
    }
    for (Trial trial : trials) {
      if (trial != best && trial.source() != null) {
        trial.source().close();
      }
    }
    CycleCounter counter =
        best == null
            ? TickCounter.zero(LAST_RESORT, frequency.hz())
            : counter(best, frequency.hz());
    return new Selected(counter, report(counter, frequency, trials, best, discovery.rejected()));
  }

  private List<Trial> tryAll(List<Candidate> candidates, long hz) {
    Trials trials = new Trials(settings.scoring(), hz);
    Map<Candidate, Trial> rejected = new HashMap<>();
    List<Candidate> mayCrash = new ArrayList<>();
    for (Candidate candidate : candidates) {
      String reason = whyLeftOut(candidate, trials);
      if (!reason.isEmpty()) {
        rejected.put(candidate, Trial.rejected(candidate, reason, Duration.ZERO));
      } else if (candidate.mayCrash() && settings.isolation() != Isolation.NONE) {
        mayCrash.add(candidate);
      }
    }
    Map<Candidate, Duration> isolationCosts = isolate(mayCrash, rejected);
    List<Trial> all = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Trial trial = rejected.get(candidate);
      all.add(
          trial != null
              ? trial
              : trials.run(candidate).plus(isolationCosts.getOrDefault(candidate, Duration.ZERO)));
    }
    all.replaceAll(trials::again);
    return all;
  }

  /** Empty if the counter is to be tried. */
  private String whyLeftOut(Candidate candidate, Trials trials) {
    if (settings.exclude().contains(candidate.name())) {
      return "excluded by the caller";
    }
    if (!settings.include().isEmpty() && !settings.include().contains(candidate.name())) {
      return "not among the counters the caller asked for";
    }
    // Opening a packaged library's counter executes nothing that may crash, and often tells enough.
    return candidate.source() instanceof NativeCounterSource ? trials.whyNotOpen(candidate) : "";
  }

  /** Adds what failed to {@code rejected}; gives what the others cost. */
  private Map<Candidate, Duration> isolate(
      List<Candidate> mayCrash, Map<Candidate, Trial> rejected) {
    Map<Candidate, Duration> costs = new HashMap<>();
    if (mayCrash.isEmpty()) {
      return costs;
    }
    List<Outcome> outcomes = isolator().tryAll(mayCrash);
    for (int i = 0; i < mayCrash.size(); i++) {
      Outcome outcome = outcomes.get(i);
      Candidate candidate = mayCrash.get(i);
      costs.put(candidate, outcome.cost());
      if (!outcome.passed()) {
        rejected.put(candidate, Trial.rejected(candidate, outcome.reason(), outcome.cost()));
      }
    }
    return costs;
  }

  private Isolator isolator() {
    return switch (settings.isolation()) {
      case NATIVE -> new NativeIsolator();
      case JVM -> new ChildJvmIsolator();
      case AUTO, NONE -> new AutoIsolator();
    };
  }

  private CycleCounter counter(Trial trial, long hz) {
    Candidate candidate = trial.candidate();
    TickSource source = trial.source();
    Ratio cyclesPerTick = trial.cyclesPerTick();
    if (source == null || cyclesPerTick == null) {
      throw new AssertionError("a usable counter is open and scaled: " + trial);
    }
    if (trial.bits() == 32) {
      long ticksPerSecond =
          Ratio.of(cyclesPerTick.denominator(), cyclesPerTick.numerator()).times(hz);
      source = new Extended32(source, System::nanoTime, Math.max(1, ticksPerSecond));
    }
    return cyclesPerTick.isOne()
        ? new TickCounter(source, candidate.name(), candidate.scope(), hz)
        : new ScaledCounter(
            source, source.ticks(), cyclesPerTick, candidate.name(), candidate.scope(), hz);
  }

  private SelectionReport report(
      CycleCounter counter,
      Frequency frequency,
      List<Trial> trials,
      @Nullable Trial best,
      List<CounterReport> rejected) {
    List<CounterReport> reports = new ArrayList<>();
    boolean lastResortListed = false;
    for (Trial trial : trials) {
      boolean lastResort = best == null && trial.candidate().name().equals(LAST_RESORT);
      lastResortListed |= lastResort;
      reports.add(report(trial, trial == best || lastResort));
    }
    reports.addAll(rejected);
    if (best == null && !lastResortListed) {
      reports.add(
          new CounterReport(
              LAST_RESORT,
              CounterKind.FIXED_RESOLUTION,
              Scope.SYSTEM,
              Verdict.SELECTED,
              0,
              0,
              false,
              trials.isEmpty()
                  ? "always 0: there is no counter on the path; put provider JARs beside the selector"
                  : "always 0: no other counter works here",
              Duration.ZERO));
    }
    return new SelectionReport(
        CpuCycles.version(),
        counter.implementation(),
        frequency.hz(),
        frequency.source(),
        reports,
        Duration.ofNanos(System.nanoTime() - startNs));
  }

  private static CounterReport report(Trial trial, boolean selected) {
    Ratio cyclesPerTick = trial.cyclesPerTick();
    Verdict verdict =
        selected ? Verdict.SELECTED : trial.usable() ? Verdict.USABLE : Verdict.REJECTED;
    return new CounterReport(
        trial.candidate().name(),
        trial.candidate().kind(),
        trial.candidate().scope(),
        verdict,
        trial.precision(),
        cyclesPerTick == null ? 0 : cyclesPerTick.toDouble(),
        trial.bits() == 32,
        trial.reason(),
        trial.cost());
  }
}

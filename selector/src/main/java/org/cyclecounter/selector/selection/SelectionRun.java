// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline every counter goes through: find ({@link Found}), open, isolate and measure ({@code
 * Probe}, {@link ChildJvmIsolator}), rank ({@code Ranker}), install ({@link Installation}). {@link
 * #first} stops as soon as nothing left can win; {@link #all} continues, or probes every counter
 * from the start. For one thread at a time: a thread that has given the selection up has only
 * results of it.
 */
final class SelectionRun {

  private final Settings settings;
  private final boolean isQuiet;

  /** True if the settings may leave out counters. */
  private final boolean isFiltered;

  private final Frequency frequency;
  private final Probe probe;

  /** The states of all candidates, in the order of the scoring. */
  final List<CandidateState> states = new ArrayList<>();

  private final Ranker ranker;

  /** Replaced when third parties' providers have been listed. */
  private Found found;

  /** Null before the first use of a child JVM: it costs a class (cold start 15). */
  private @Nullable ChildJvmIsolator isolator;

  /** True while child JVMs have the budget of a first reading, all together. */
  private boolean isFirstReading;

  /** The time that {@link #first} took; 0 without it. */
  private long firstNs;

  /**
   * Finds the counters, which runs constructors of providers that were handed over; probes none
   * yet. The calling thread has entered the scope.
   *
   * @param isQuiet true for no warnings
   */
  SelectionRun(Settings settings, boolean isQuiet, SelectionScope scope) {
    this(
        settings,
        isQuiet,
        scope,
        settings.providers() == null
            ? Found.search(settings.isolation() == Isolation.NONE)
            : Found.of(settings.providers()));
  }

  /** Takes counters that have been found already. */
  @SuppressWarnings("ReferenceEquality") // an equal object may be filtered in vain
  SelectionRun(Settings settings, boolean isQuiet, SelectionScope scope, Found found) {
    this.settings = settings;
    this.isQuiet = isQuiet;
    isFiltered = settings != Settings.DEFAULTS; // in doubt true
    this.found = found;
    frequency = FrequencyEstimator.estimate(settings.cyclesPerSecond());
    probe = new Probe(settings, frequency.hz(), scope);
    ranker = new Ranker(settings, states);
    addCandidates();
  }

  /** Adds the candidates that are new, by their unique names, between those added before. */
  private void addCandidates() {
    List<Candidate> all = Ranker.inOrder(settings.scoring(), found.candidates());
    for (int i = 0; i < all.size(); i++) {
      Candidate candidate = all.get(i);
      if (i == states.size() || !states.get(i).candidate().name().equals(candidate.name())) {
        states.add(i, new CandidateState(candidate, Trial.of(candidate, settings.isolation())));
      }
    }
    if (isFiltered && !isQuiet && found.unlisted().isEmpty()) { // all names are known
      SelectionWarnings.ofNames(settings, found);
    }
  }

  /**
   * Warns if a clock is read where that was not wanted, or if the heap was full; returns the reason
   * for the clock, empty for none.
   */
  String warnOfClock(Installation installed) {
    String reason = "";
    if (installed.isClock()) { // a class less for a cycle counter: cold start 15
      reason = SelectionWarnings.clockReason(settings, found, states, installed);
    }
    if (!isQuiet && !reason.isEmpty()) {
      Log.warnOnce(LastResortReasons.warning(reason));
    }
    for (CandidateState state : states) {
      OutOfMemoryError e = state.outOfMemory;
      if (!isQuiet && e != null) {
        Log.warnOnce(Failures.outOfMemory(e, installed.counter().implementation()));
      }
    }
    return reason;
  }

  /**
   * Probes counters, those that could reach least first, until none that is left can be better than
   * the best that cannot be lost: penalty and one cycle are the least that a counter can have. The
   * best is read through JNI; no report is made yet. This is the path of a program's first reading:
   * all hazards of {@code docs/cold-start.md} apply.
   */
  Installation first() {
    long startNs = System.nanoTime();
    isFirstReading = true;
    if (settings.scoring() == Scoring.LIBCPUCYCLES_20260901) {
      // Each penalty depends on which others work: the best is not known before all are probed.
      all(null);
      return install(false);
    }
    try {
      for (CounterKind kind : CounterKind.values()) { // the least penalty first
        probeAll(kind, true);
      }
      // Their kinds are not known yet. Ours first: most cost less than the start of a child JVM.
      if (!found.unlisted().isEmpty() && ranker.canBeat(CounterKind.ON_CORE, states.size())) {
        listThirdParties();
        probeAll(null, true);
      }
      firstNs = System.nanoTime() - startNs;
      return install(false);
    } finally {
      endChildJvm();
    }
  }

  /**
   * Installs the best counter that can be installed; one that fails now is skipped, with a reason.
   *
   * @param linked as in {@link Installation#of}
   */
  Installation install(boolean linked) {
    return Installation.of(ranker.ranked(), settings, frequency.hz(), linked);
  }

  /**
   * Probes every counter that has not been probed yet, measures each as a program reads it, and
   * ranks them.
   *
   * @param installed the result of {@link #first}, which stays the selected counter and open even
   *     if it fails now, because programs read it; null if there is none
   */
  Ranking all(@Nullable Installation installed) {
    long startNs = System.nanoTime();
    try {
      listThirdParties();
      probeAll(null, false);
      for (CandidateState state : states) {
        probe.describe(state, installed != null && installed.uses(state));
      }
    } finally {
      endChildJvm();
    }
    long costNs = firstNs + System.nanoTime() - startNs;
    return ranker.ranking(frequency, found, installed, costNs);
  }

  /** Adds third parties' counters to the candidates, as a child JVM lists them. */
  private void listThirdParties() {
    if (!found.unlisted().isEmpty()) {
      if (CandidateFilter.mayIncludeOthers(settings, found.candidates())) {
        isolator().list(found.unlisted());
        found = found.updated();
      } else {
        found = found.withoutUnlisted();
      }
      addCandidates();
    }
  }

  private ChildJvmIsolator isolator() {
    if (isolator == null) {
      isolator = new ChildJvmIsolator(isFirstReading);
    }
    return isolator;
  }

  /** Ends a child JVM that waits, and the budget. */
  private void endChildJvm() {
    if (isolator != null) {
      isolator.close();
    }
    isolator = null;
    isFirstReading = false;
  }

  /**
   * Probes counters that have not been probed: in this process those for which that is safe, then
   * the others together in one child JVM, whose start costs more than all probes here.
   *
   * @param kind only counters of this kind; null for all
   * @param untilBest true to leave out those that can no longer win, or have been tried
   */
  private void probeAll(@Nullable CounterKind kind, boolean untilBest) {
    List<Integer> elsewhere = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      CandidateState state = states.get(i);
      Candidate candidate = state.candidate();
      if (!state.isPending()
          || untilBest && state.rejection != null
          || kind != null && candidate.kind() != kind) {
        continue;
      }
      // A class less if nothing is left out: cold start 15.
      Rejection why = isFiltered ? CandidateFilter.leftOutReason(settings, candidate) : null;
      if (why != null) {
        state.reject(why, null);
      } else if (state.trial.startsInChildJvm()) {
        elsewhere.add(i);
      } else if (!untilBest || ranker.canBeat(candidate.kind(), i)) {
        probeHere(state);
        if (state.isUnprobed && state.trial == Trial.NATIVE_OR_JVM) {
          state.retry(null);
          elsewhere.add(i);
        }
      }
    }
    probeElsewhere(elsewhere, untilBest);
  }

  /**
   * Probes counters in a child JVM, then in this process those that passed.
   *
   * @param indices of the candidates
   * @param untilBest true to leave out those that can no longer win, now that more are known
   */
  private void probeElsewhere(List<Integer> indices, boolean untilBest) {
    List<CandidateState> probed = new ArrayList<>();
    List<Candidate> sent = new ArrayList<>();
    long[] worthNs = new long[indices.size()];
    for (int i : indices) {
      CandidateState state = states.get(i);
      CounterKind kind = state.candidate().kind();
      if (!untilBest || ranker.canBeat(kind, i)) {
        worthNs[sent.size()] = untilBest ? ranker.worthNs(kind, frequency.hz()) : 0;
        probed.add(state);
        sent.add(state.candidate());
      }
    }
    List<IsolationResult> outcomes = sent.isEmpty() ? List.of() : isolator().probe(sent, worthNs);
    for (int i = 0; i < outcomes.size(); i++) {
      CandidateState state = probed.get(i);
      IsolationResult outcome = outcomes.get(i);
      state.addCost(outcome.cost().toNanos());
      if (outcome.passed()) {
        state.retry(outcome);
        createAndProbe(state);
      } else {
        state.fail(outcome);
      }
    }
  }

  /** Probes a counter that has passed in a child JVM; an untrusted one is created here first. */
  private void createAndProbe(CandidateState state) {
    Candidate passed = state.candidate();
    if (passed.isUntrusted()) {
      Rejection why = passed.provider().create();
      if (why != null) {
        state.reject(why, null);
        return;
      }
      state.create(passed.provider().created(passed));
    }
    probeHere(state);
  }

  /** Probes a counter in this process; of twins the first one's measurement holds for all. */
  private void probeHere(CandidateState state) {
    probe.run(state);
    for (CandidateState other : states) {
      state.shareIfTwin(other);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.Worker;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline every counter goes through: find ({@link Found}), open, isolate and measure ({@code
 * Probe}, {@code IsolationStage}), rank ({@code Ranker}), install ({@link Installation}). {@link
 * #first} stops as soon as nothing left can win; {@code all} continues, or probes every counter
 * from the start. Both run on the thread of the selection; {@link #ranking} may be called by the
 * thread that has given it up.
 */
public final class SelectionRun {

  private final Settings settings;
  private final boolean isQuiet;
  private final int errors = Worker.Task.outOfMemoryErrors();
  private final SelectionContext context;
  private final IsolationStage isolation;
  private final Frequency frequency;

  /** Replaced, with the three below, when strangers have listed their counters. */
  private Found found;

  /** All candidates as they were found, in the order of the scoring. */
  private List<Candidate> candidates = List.of();

  /** The results so far, of each candidate; their own candidates may have been replaced. */
  private List<ProbeResult> results = List.of();

  private Ranker ranker;

  /** The time that {@link #first} took; 0 before it has ended. */
  private long firstNs;

  /**
   * The time of nanoTime at which the selection began: later by as long as nobody wanted a report
   * after the first reading. Volatile for a thread that has given up the selection.
   */
  private volatile long sinceNs = System.nanoTime();

  /**
   * Finds the counters, which runs constructors of providers that were handed over; probes none
   * yet. {@code context} has been entered by the calling thread.
   *
   * @param isQuiet true for no warnings
   */
  SelectionRun(Settings settings, boolean isQuiet, SelectionContext context) {
    this.settings = settings;
    this.isQuiet = isQuiet;
    this.context = context;
    isolation = new IsolationStage(settings.isolation(), context.isNested());
    found =
        settings.providers() == null
            ? Found.search(settings.isolation() == Isolation.NONE)
            : Found.of(settings.providers());
    frequency = settings.frequency();
    ranker = extend();
  }

  /** Adds the candidates that are new, between those that have results. */
  @SuppressWarnings("ReferenceEquality") // this candidate, not an equal one
  private Ranker extend() {
    List<Candidate> all = Ranker.inOrder(settings.scoring(), found.candidates());
    List<ProbeResult> extended = new ArrayList<>();
    int known = 0;
    for (Candidate candidate : all) {
      boolean isKnown = known < candidates.size() && candidates.get(known) == candidate;
      extended.add(isKnown ? results.get(known++) : ProbeResult.pending(candidate));
    }
    candidates = all;
    results = extended;
    if (!isQuiet && found.strangers().isEmpty()) { // all names are known
      SelectionWarnings.ofNames(settings, found);
    }
    return new Ranker(settings, extended);
  }

  /** Warns if a clock is read where that was not wanted; returns the reason, empty if not. */
  String warnOfClock(Installation installed) {
    String reason = SelectionWarnings.clockReason(settings, found, results, installed);
    if (!isQuiet && !reason.isEmpty()) {
      Log.warnOnce(LastResortReasons.warning(reason));
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
    isolation.limit();
    if (settings.scoring() == Scoring.LIBCPUCYCLES_20260901) {
      // Each penalty depends on which others work: the best is not known before all are probed.
      all(null);
      return install(false);
    }
    try (isolation;
        Worker worker = new Worker()) {
      probeUntilBest(worker);
      firstNs = System.nanoTime() - sinceNs;
      return install(false, worker);
    }
  }

  private void probeUntilBest(Worker worker) {
    for (CounterKind kind : CounterKind.values()) { // the least penalty first
      probe(kind, true, worker);
    }
    // Their kinds are not known yet. Ours first: most cost less than the start of a child JVM.
    if (!found.strangers().isEmpty()
        && settings.mayIncludeOthers(found.candidates())
        && ranker.canBeat(CounterKind.ON_CORE, results.size())) {
      listStrangers();
      probe(null, true, worker);
    }
  }

  /**
   * Installs the best counter that can be installed; one that fails now is skipped, with a reason.
   *
   * @param linked as in {@link Installation#of(List, Settings, long, boolean, Worker)}
   */
  Installation install(boolean linked) {
    try (Worker worker = new Worker()) {
      return install(linked, worker);
    }
  }

  private Installation install(boolean linked, Worker worker) {
    return Installation.of(ranker.chains(), settings, frequency.hz(), linked, worker);
  }

  /** Returns true if the heap has been full since the beginning, here or elsewhere. */
  boolean hadNoMemory() {
    return Worker.Task.outOfMemoryErrors() != errors;
  }

  /** Closes the counters that are not read: all but the parts of {@code installed}, if any. */
  void closeAllBut(@Nullable Installation installed) {
    for (ProbeResult result : results) {
      if (installed == null || !installed.isMadeOf(result)) {
        result.close();
      }
    }
  }

  /**
   * Probes every counter that has not been probed yet, and measures each as a program reads it.
   *
   * @param installed the result of {@link #first}, which stays the selected counter and open even
   *     if it fails now, because programs read it; null if there is none
   */
  Ranking all(@Nullable Installation installed) {
    if (firstNs != 0) {
      sinceNs = System.nanoTime() - firstNs;
    }
    try (isolation;
        Worker worker = new Worker()) {
      listStrangers();
      probe(null, false, worker);
      Probe probe = probe(worker);
      for (int i = 0; i < results.size(); i++) {
        ProbeResult before = results.get(i);
        ProbeResult measured = probe.fromJava(before);
        if (measured.usable()) {
          results.set(i, measured);
        } else if (installed == null || !installed.isMadeOf(before)) {
          before.close(); // which has the open source
          results.set(i, measured);
        }
      }
    }
    return ranking(installed);
  }

  /** Adds the strangers' counters to the candidates, as a child JVM lists them. */
  private void listStrangers() {
    if (found.strangers().isEmpty()) {
      return;
    }
    found =
        settings.mayIncludeOthers(found.candidates())
            ? isolation.list(found)
            : found.withoutStrangers();
    ranker = extend();
  }

  /** Ranks the counters that have been probed so far; a report may not be able to wait for more. */
  Ranking ranking(@Nullable Installation installed) {
    return ranker.ranking(frequency, found, installed, System.nanoTime() - sinceNs);
  }

  private Probe probe(Worker worker) {
    return new Probe(settings.minimumScope(), frequency.hz(), context, isolation, worker);
  }

  /**
   * Probes counters that have not been probed: in this process those for which that is safe, then
   * the others together in one child JVM, whose start costs more than all probes here.
   *
   * @param kind only counters of this kind; null for all
   * @param untilBest true to leave out those that can no longer win, or have been tried
   */
  private void probe(@Nullable CounterKind kind, boolean untilBest, Worker worker) {
    Probe probe = probe(worker);
    List<Integer> elsewhere = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      ProbeResult pending = results.get(i);
      Candidate candidate = pending.candidate();
      if (!pending.isPending()
          || untilBest && pending.rejection() != null
          || kind != null && candidate.kind() != kind) {
        continue;
      }
      Rejection why = settings.leftOutReason(candidate);
      if (why == null && context.isBeingProbed(candidate)) {
        why = Rejection.of(Code.BEING_OPENED);
      }
      if (why != null) {
        results.set(i, pending.rejected(why));
      } else if (isolation.needsChildJvm(candidate)) {
        elsewhere.add(i);
      } else if (!untilBest || ranker.canBeat(candidate.kind(), i)) {
        ProbeResult result = probe.run(pending);
        if (result.notProbed() && isolation.goesToChildJvmInstead(candidate)) {
          elsewhere.add(i);
        } else {
          results.set(i, result.sharing(results));
        }
      }
    }
    probeElsewhere(elsewhere, untilBest, probe);
  }

  /**
   * Probes counters in a child JVM, then in this process those that passed.
   *
   * @param indices of the candidates
   * @param untilBest true to leave out those that can no longer win, now that more are known
   */
  private void probeElsewhere(List<Integer> indices, boolean untilBest, Probe probe) {
    List<Integer> probed = new ArrayList<>();
    List<Candidate> sent = new ArrayList<>();
    long[] worthNs = new long[indices.size()];
    for (int i : indices) {
      Candidate candidate = results.get(i).candidate();
      if (!untilBest || ranker.canBeat(candidate.kind(), i)) {
        worthNs[sent.size()] = untilBest ? ranker.worthNs(candidate.kind(), frequency.hz()) : 0;
        probed.add(i);
        sent.add(candidate);
      }
    }
    Iterator<IsolationResult> outcomes = isolation.inChildJvm(sent, worthNs).iterator();
    for (int i : probed) {
      IsolationResult outcome = outcomes.next();
      ProbeResult pending = results.get(i).addCost(outcome.cost());
      ProbeResult result =
          outcome.passed()
              ? probedHere(pending.afterChildJvm(outcome), probe)
              : pending.failed(outcome);
      results.set(i, result.sharing(results));
    }
  }

  /** Probes a counter here that has passed in a child JVM; a stranger is created here first. */
  private static ProbeResult probedHere(ProbeResult passed, Probe probe) {
    if (!(passed.candidate().provider() instanceof ListedProvider stranger)) {
      return probe.run(passed);
    }
    Rejection why = stranger.create();
    return why == null
        ? probe.run(passed.with(stranger.created(passed.candidate())))
        : passed.rejected(why);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline every counter goes through: find ({@link Discovery}), open, isolate and measure
 * ({@code Probe}, {@code IsolationStage}), rank ({@code Ranker}), install ({@link Installation}).
 * {@link #first} stops as soon as nothing left can win; {@code all} continues, or probes every
 * counter from the start. Both run on the thread of the selection; {@link #ranking} may be called
 * by the thread that has given it up.
 */
public final class SelectionRun {

  private final Settings settings;
  private final boolean isQuiet;
  private final int errors = Worker.Task.outOfMemoryErrors();
  private final SelectionContext context;
  private final IsolationStage isolation;
  private final Discovery discovery;
  private final Frequency frequency;

  /**
   * The results so far, of all candidates in their order. Replaced by a longer list, with {@link
   * #ranker}, when strangers have listed their counters.
   */
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
    discovery =
        settings.providers() == null
            ? new Discovery(settings.isolation() == Isolation.NONE)
            : new Discovery(settings.providers());
    frequency = settings.frequency();
    ranker = extend();
    if (!discovery.hasStrangers()) {
      warnOfNames();
    }
  }

  /** Takes over what discovery has found since the last call, between what it had. */
  private Ranker extend() {
    List<ProbeResult> all = new ArrayList<>();
    int taken = 0;
    for (Candidate found : Ranker.inOrder(settings.scoring(), discovery.candidates())) {
      boolean isKnown = // names are unique
          taken < results.size() && results.get(taken).candidate().name().equals(found.name());
      all.add(isKnown ? results.get(taken++) : ProbeResult.pending(found));
    }
    results = all;
    return new Ranker(settings, all);
  }

  private void warnOfNames() {
    if (!isQuiet) {
      SelectionWarnings.ofNames(settings, discovery);
    }
  }

  /** Warns if a clock is read where that was not wanted; returns the reason, empty if not. */
  String warnOfClock(Installation installed) {
    String reason = SelectionWarnings.clockReason(settings, discovery, results, installed);
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
    if (discovery.hasStrangers()
        && settings.mayIncludeOthers(discovery.candidates())
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

  /**
   * Closes the counters that are not read.
   *
   * @param installed the counter whose parts stay open; null for none
   */
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
      if (discovery.hasStrangers()) {
        listStrangers();
      }
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
    if (settings.mayIncludeOthers(discovery.candidates())) {
      isolation.list(discovery);
      ranker = extend();
    } else {
      discovery.leaveOutStrangers();
    }
    warnOfNames();
  }

  /** Ranks the counters that have been probed so far; a report may not be able to wait for more. */
  Ranking ranking(@Nullable Installation installed) {
    return ranker.ranking(frequency, discovery, installed, System.nanoTime() - sinceNs);
  }

  private Probe probe(Worker worker) {
    return new Probe(settings.minimumScope(), frequency.hz(), context, isolation, worker);
  }

  /**
   * Probes counters that have not been probed: in this process those for which that is safe, then
   * the others together in one child JVM, whose start costs more than all probes here.
   *
   * @param kind only counters of this kind; null for all
   * @param untilBest true to leave out those that can no longer win
   */
  private void probe(@Nullable CounterKind kind, boolean untilBest, Worker worker) {
    Probe probe = probe(worker);
    List<Integer> elsewhere = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      ProbeResult pending = results.get(i);
      Candidate candidate = pending.candidate();
      if (!pending.isPending() || kind != null && candidate.kind() != kind) {
        continue;
      }
      String reason = settings.whyLeftOut(candidate);
      if (reason.isEmpty() && context.isBeingProbed(candidate)) {
        reason = Reasons.BEING_OPENED;
      }
      if (!reason.isEmpty()) {
        results.set(i, pending.rejected(reason));
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
   * @param untilBest true to leave out those that can no longer win, now that others have been
   *     probed
   */
  private void probeElsewhere(List<Integer> indices, boolean untilBest, Probe probe) {
    Map<Integer, Candidate> probed = new LinkedHashMap<>();
    for (int i : indices) {
      Candidate candidate = results.get(i).candidate();
      if (!untilBest || ranker.canBeat(candidate.kind(), i)) {
        probed.put(i, candidate);
      }
    }
    Iterator<IsolationResult> outcomes =
        isolation.inChildJvm(List.copyOf(probed.values())).iterator();
    for (int i : probed.keySet()) {
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
    if (passed.candidate().provider() instanceof ListedProvider stranger) {
      String problem = stranger.create();
      return problem.isEmpty()
          ? probe.run(passed.with(stranger.created(passed.candidate())))
          : passed.rejected(problem);
    }
    return probe.run(passed);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.selection.Probe.Natively;
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
  private final SelectionWarnings warnings;
  private final int errors = Worker.Task.outOfMemoryErrors();
  private final SelectionContext context;
  private final IsolationStage isolation;
  private final Discovery discovery;
  private final Frequency frequency;

  /** Grows when strangers have listed their counters, with the two below. */
  private List<Candidate> candidates = List.of();

  /** Probe results by candidate index; null until probed. */
  private ProbeResult[] results = {};

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
   */
  SelectionRun(Settings settings, SelectionWarnings warnings, SelectionContext context) {
    this.settings = settings;
    this.warnings = warnings;
    this.context = context;
    isolation = new IsolationStage(settings.isolation(), context.isNested());
    discovery =
        settings.providers() == null
            ? new Discovery(settings.isolation() == Isolation.NONE)
            : new Discovery(settings.providers());
    frequency = settings.frequency();
    ranker = extend();
    if (!discovery.hasStrangers()) {
      warnings.ofNames(settings, discovery);
    }
  }

  /** Takes over what discovery has found since the last call, between what it had. */
  private Ranker extend() {
    List<Candidate> found = new ArrayList<>(discovery.candidates());
    ProbeResult[] all = new ProbeResult[found.size()];
    int taken = 0;
    for (int i = 0; i < all.length && taken < results.length; i++) {
      if (found.get(i).name().equals(candidates.get(taken).name())) { // names are unique
        found.set(i, candidates.get(taken)); // one that has been created since
        all[i] = results[taken++];
      }
    }
    candidates = found;
    results = all;
    return new Ranker(settings, candidates, results);
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
      return all(null).install(false);
    }
    try (isolation;
        Worker worker = new Worker()) {
      for (CounterKind kind : CounterKind.values()) { // the least penalty first
        probe(kind, true, worker);
      }
      // Their kinds are not known yet. Ours first: most cost less than the start of a child JVM.
      if (discovery.hasStrangers()
          && settings.mayIncludeOthers(candidates)
          && ranker.canBeat(CounterKind.ON_CORE, results.length)) {
        listStrangers();
        probe(null, true, worker);
      }
      firstNs = System.nanoTime() - sinceNs;
      List<List<ProbeResult>> chains = ranker.chains();
      Installation best =
          Installation.of(chains, settings.lastResort(), frequency.hz(), false, worker);
      if (!hadNoMemory()) {
        warnings.ofClock(settings, discovery, best.parts().isEmpty() ? null : chains.get(0).get(0));
      }
      return best;
    }
  }

  /** Returns true if the heap has been full since the beginning, here or elsewhere. */
  boolean hadNoMemory() {
    return Worker.Task.outOfMemoryErrors() != errors;
  }

  /** Closes all counters, of a selection whose result is not used. */
  void close() {
    for (ProbeResult result : results) {
      if (result != null) {
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
      Probe probe = new Probe(frequency.hz(), context, worker);
      for (int i = 0; i < results.length; i++) {
        Candidate candidate = candidates.get(i);
        Natively natively = isolation.natively(candidate, isolation.needsChildJvm(candidate));
        ProbeResult measured = probe.fromJava(results[i], natively);
        boolean inUse = installed != null && installed.isMadeOf(results[i]);
        if (measured.usable() || !inUse) {
          if (!measured.usable()) {
            results[i].close(); // of the result before, which has the open source
          }
          results[i] = measured;
        }
      }
    }
    Ranking ranking = ranking(installed);
    if (installed == null) {
      List<ProbeResult> chain = ranking.counters().get(0).chain();
      warnings.ofClock(settings, discovery, chain.isEmpty() ? null : chain.get(0));
    }
    return ranking;
  }

  /** Adds the strangers' counters to the candidates, as a child JVM lists them. */
  private void listStrangers() {
    if (settings.mayIncludeOthers(candidates)) {
      isolation.list(discovery);
      ranker = extend();
    } else {
      discovery.leaveOutStrangers();
    }
    warnings.ofNames(settings, discovery);
  }

  /** Ranks the counters that have been probed so far; a report may not be able to wait for more. */
  Ranking ranking(@Nullable Installation installed) {
    int inUse = -1;
    for (int i = 0; i < results.length; i++) {
      if (installed != null && results[i] != null && installed.isFirst(results[i])) {
        inUse = i;
      }
    }
    return ranker.ranking(frequency, discovery, inUse, sinceNs);
  }

  /**
   * Probes counters that have not been probed: in this process those for which that is safe, then
   * the others together in one child JVM, whose start costs more than all probes here.
   *
   * @param kind only counters of this kind; null for all
   * @param untilBest true to leave out those that can no longer win
   */
  private void probe(@Nullable CounterKind kind, boolean untilBest, Worker worker) {
    Probe probe = new Probe(frequency.hz(), context, worker);
    List<Integer> elsewhere = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Candidate candidate = candidates.get(i);
      if (results[i] != null || kind != null && candidate.kind() != kind) {
        continue;
      }
      String reason = settings.whyLeftOut(candidate);
      if (reason.isEmpty() && context.isBeingProbed(candidate)) {
        reason = Reasons.BEING_OPENED;
      }
      if (!reason.isEmpty()) {
        results[i] = ProbeResult.rejected(candidate, reason);
      } else if (isolation.needsChildJvm(candidate)) {
        elsewhere.add(i);
      } else if (!untilBest || ranker.canBeat(candidate.kind(), i)) {
        ProbeResult result = probe.run(candidate, isolation.natively(candidate, false));
        if (result.notProbed() && isolation.goesToChildJvmInstead(candidate)) {
          elsewhere.add(i);
        } else {
          results[i] = settled(result);
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
    List<Integer> probedIndices = new ArrayList<>();
    List<Candidate> probed = new ArrayList<>();
    for (int i : indices) {
      if (!untilBest || ranker.canBeat(candidates.get(i).kind(), i)) {
        probedIndices.add(i);
        probed.add(candidates.get(i));
      }
    }
    List<IsolationResult> outcomes = isolation.inChildJvm(probed);
    for (int i = 0; i < probed.size(); i++) {
      Candidate candidate = probed.get(i);
      IsolationResult outcome = outcomes.get(i);
      ProbeResult result;
      if (outcome.passed()) {
        result = settled(afterChildJvm(probedIndices.get(i), probe)).afterChildJvm(outcome);
      } else {
        String reason = IsolationStage.whyNot(candidate, outcome);
        boolean isProbed = outcome.result() != IsolationResult.Result.NOT_PROBED;
        Obstacle obstacle = isProbed ? null : Obstacle.NOT_PROBED;
        result = ProbeResult.rejected(candidate, reason, obstacle).addCost(outcome.cost());
      }
      results[probedIndices.get(i)] = result;
    }
  }

  /**
   * Rejects a counter of which the machine has narrowed the scope too far, and lets names of one
   * function share a measurement.
   */
  private ProbeResult settled(ProbeResult result) {
    Scope scope = result.candidate().scope();
    if (!result.usable() || scope.compareTo(settings.minimumScope()) >= 0) {
      return result.sharing(results);
    }
    result.close();
    return result.rejected(
        Reasons.tooNarrow(scope, settings.minimumScope())
            + "; "
            + ProbeResult.narrowing(result.candidate()));
  }

  /** Probes a counter here that has passed in a child JVM; a stranger is created here first. */
  private ProbeResult afterChildJvm(int index, Probe probe) {
    Candidate candidate = candidates.get(index);
    if (candidate.provider() instanceof ListedProvider stranger) {
      String problem = stranger.create();
      if (!problem.isEmpty()) {
        return ProbeResult.rejected(candidate, problem);
      }
      candidate = stranger.created(candidate);
      candidates.set(index, candidate);
    }
    return probe.run(candidate, isolation.natively(candidate, true));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.selection.Probe.Natively;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * A counter's life, one way for all: it is found, opened, isolated and measured ({@code Probe},
 * {@code IsolationStage}), ranked ({@code Ranker}), and installed ({@link Installation}). {@link
 * #first()} stops as soon as nothing left can win; {@code all()} goes on, or tries every counter at
 * once. For one thread at a time.
 */
public final class SelectionRun {

  private static final long COARSE_HZ = 1_000_000;

  private final Settings settings;
  private final SelectionWarnings warnings;
  private final long startNs = System.nanoTime();
  private final SelectionContext context;
  private final IsolationStage isolation;
  private final Discovery discovery;
  private final List<Candidate> candidates;
  private final Frequency frequency;

  /** What came of each candidate; null for one that has not been probed yet. */
  private final ProbeResult[] results;

  private final Ranker standing;
  private long firstNs;

  SelectionRun(Settings settings, SelectionWarnings warnings, SelectionContext context) {
    this.settings = settings;
    this.warnings = warnings;
    this.context = context;
    isolation = new IsolationStage(settings.isolation(), context.isNested());
    discovery =
        settings.providers() == null ? new Discovery() : new Discovery(settings.providers());
    candidates = discovery.candidates();
    frequency = settings.frequency();
    results = new ProbeResult[candidates.size()];
    standing = new Ranker(settings.scoring(), settings.lastResort(), candidates, results);
  }

  /**
   * Tries counters, those that could reach least first, until none that is left can be better than
   * the best that stays: penalty and one cycle are the least that a counter can have. The best is
   * read through JNI; no report is made yet.
   */
  Installation first() {
    if (settings.scoring() == Scoring.LIBCPUCYCLES_20260901) {
      // Each penalty depends on which others work: the best is not known before all are probed.
      return all(null).install(false);
    }
    warnings.ofNames(settings, discovery);
    try (Worker worker = new Worker()) {
      for (CounterKind kind : CounterKind.values()) { // the least penalty first
        probe(places(kind), true, worker);
      }
      firstNs = System.nanoTime() - startNs;
      Installation best =
          Installation.ofBest(
              standing.chains(), settings.lastResort(), frequency.hz(), false, worker);
      warnOfLastResort(best.isLastResort());
      return best;
    }
  }

  /**
   * Tries every counter that has not been probed yet, and measures what a program sees of each. A
   * counter in use stays the selected one.
   */
  Ranking all(@Nullable Installation installed) {
    long sinceNs = firstNs == 0 ? startNs : System.nanoTime() - firstNs;
    if (installed == null) {
      warnings.ofNames(settings, discovery);
    }
    try (Worker worker = new Worker()) {
      probe(places(null), false, worker);
      Probe probe = new Probe(frequency.hz(), context, worker);
      for (int i = 0; i < results.length; i++) {
        ProbeResult measured = probe.fromJava(results[i], natively(i));
        boolean inUse = installed != null && installed.isMadeOf(results[i]);
        if (measured.usable() || !inUse) {
          if (!measured.usable()) {
            results[i].close();
          }
          results[i] = measured;
        }
      }
    }
    Ranking ranking = ranking(sinceNs, installed);
    warnOfLastResort(installed == null && ranking.places().get(0).chain().isEmpty());
    return ranking;
  }

  private void warnOfLastResort(boolean isTaken) {
    if (isTaken) {
      warnings.ofLastResort(settings, !candidates.isEmpty());
    }
  }

  Ranking soFar(Installation installed) {
    return ranking(startNs, installed);
  }

  private Ranking ranking(long sinceNs, @Nullable Installation installed) {
    int inUse = -1;
    for (int i = 0; i < results.length; i++) {
      if (installed != null && results[i] != null && installed.isFirst(results[i])) {
        inUse = i;
      }
    }
    return standing.ranking(frequency, discovery, inUse, sinceNs);
  }

  private Natively natively(int place) {
    Candidate candidate = candidates.get(place);
    return isolation.natively(candidate, isolation.needsChildJvm(candidate));
  }

  /** The places of all candidates, or of those of a kind. */
  private List<Integer> places(@Nullable CounterKind kind) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i] == null && (kind == null || candidates.get(i).kind() == kind)) {
        places.add(i);
      }
    }
    return places;
  }

  /** Tries counters in this process where that is safe, then the others together in a child JVM. */
  private void probe(List<Integer> places, boolean untilBest, Worker worker) {
    Probe probe = new Probe(frequency.hz(), context, worker);
    List<Integer> elsewhere = new ArrayList<>();
    for (int i : places) {
      Candidate candidate = candidates.get(i);
      String reason = whyLeftOut(candidate);
      if (!reason.isEmpty()) {
        results[i] = ProbeResult.rejected(candidate, reason, Duration.ZERO);
      } else if (isolation.needsChildJvm(candidate)) {
        elsewhere.add(i);
      } else if (!untilBest || standing.canBeat(i)) {
        ProbeResult result = probe.run(candidate, isolation.natively(candidate, false));
        if (result.notProbed() && isolation.goesToChildJvmInstead(candidate)) {
          elsewhere.add(i);
        } else {
          results[i] = result;
        }
      }
    }
    probeElsewhere(elsewhere, untilBest, probe);
  }

  private void probeElsewhere(List<Integer> elsewhere, boolean untilBest, Probe probe) {
    List<Integer> places = new ArrayList<>();
    List<Candidate> probed = new ArrayList<>();
    for (int i : elsewhere) {
      if (!untilBest || standing.canBeat(i)) {
        places.add(i);
        probed.add(candidates.get(i));
      }
    }
    List<IsolationResult> outcomes = isolation.inChildJvm(probed);
    for (int i = 0; i < places.size(); i++) {
      Candidate candidate = probed.get(i);
      IsolationResult outcome = outcomes.get(i);
      ProbeResult result;
      if (IsolationStage.mayRunHere(candidate, outcome)) {
        result = probe.run(candidate, isolation.natively(candidate, true));
        result = outcome.passed() ? result.after(outcome) : result;
      } else {
        String reason = IsolationStage.whyNot(candidate, outcome);
        result =
            outcome.result() == IsolationResult.Result.NOT_PROBED
                ? ProbeResult.notProbed(candidate, reason).plus(outcome.cost())
                : ProbeResult.rejected(candidate, reason, outcome.cost());
      }
      results[places.get(i)] = result;
    }
  }

  /** Whether a clock ticks once in a microsecond at the most. */
  private static boolean isCoarse(Candidate candidate) {
    if (candidate.kind() != CounterKind.FIXED_RESOLUTION) {
      return false;
    }
    Object scaling = TimeLimit.run(() -> candidate.source().scaling()).value();
    return scaling instanceof Scaling.TicksPerSecond rate && rate.hz() <= COARSE_HZ;
  }

  /** Empty if the counter is to be probed. */
  private String whyLeftOut(Candidate candidate) {
    if (settings.exclude().contains(candidate.name())) {
      return Reasons.EXCLUDED;
    }
    if (!settings.include().isEmpty() && !settings.include().contains(candidate.name())) {
      return Reasons.NOT_INCLUDED;
    }
    if (!settings.highResolution() && !isCoarse(candidate)) {
      return Reasons.TOO_FINE;
    }
    if (candidate.scope().compareTo(settings.minimumScope()) < 0) {
      return Reasons.tooNarrow(candidate.scope(), settings.minimumScope());
    }
    return context.isBeingProbed(candidate) ? Reasons.BEING_OPENED : "";
  }
}

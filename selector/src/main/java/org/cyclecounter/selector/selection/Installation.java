// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.CounterSpec;
import org.cyclecounter.selector.counting.FailoverCounter;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * A counter put together to be read, with what is read should it be taken away. A counter that
 * fails now, which worked a moment ago, is passed over for the one after it.
 */
public final class Installation {

  private final CycleCounter counter;
  private final @Nullable FallbackChain fallbacks;
  private final List<Part> parts;
  private final List<Reports.Lost> failed;

  private Installation(
      CycleCounter counter,
      @Nullable FallbackChain fallbacks,
      List<Part> parts,
      List<Reports.Lost> failed) {
    this.counter = counter;
    this.fallbacks = fallbacks;
    this.parts = parts;
    this.failed = List.copyOf(failed);
  }

  /** One counter of the chain, and where its readings began. */
  private record Part(
      ProbeResult probed, CounterSpec spec, CycleCounter counter, long originTicks, long reading) {}

  /** Puts one counter together and reads it. A class, not a lambda: cold start 1. */
  private record Assembly(
      ProbeResult probed, long cyclesPerSecond, boolean linked, boolean isInChain)
      implements Callable<Part> {
    @Override
    public Part call() {
      CounterSpec spec = probed.spec(cyclesPerSecond);
      TickSource reads = linked ? spec.linked() : spec.source();
      long originTicks = reads.ticks();
      CycleCounter counter = spec.counter(reads, originTicks);
      long reading = isInChain ? counter.cycles() : 0;
      return new Part(probed, spec, counter, originTicks, reading);
    }
  }

  static void preload() {
    Class<?>[] classes = {Assembly.class, CounterSpec.class, Part.class, Relinking.class};
    assert classes.length > 0;
  }

  /**
   * Puts the best counter together that can be, its reads linked in the cheapest way at once or
   * through JNI. The best chain is the first; a chain may be empty.
   */
  static Installation ofBest(
      List<List<ProbeResult>> chains,
      LastResort lastResort,
      long cyclesPerSecond,
      boolean linked,
      Worker worker) {
    List<Reports.Lost> failed = new ArrayList<>();
    for (List<ProbeResult> chain : chains) {
      Installation installed = of(chain, lastResort, cyclesPerSecond, linked, worker);
      failed.addAll(installed.failed);
      if (!installed.parts.isEmpty()) {
        return new Installation(installed.counter, installed.fallbacks, installed.parts, failed);
      }
    }
    return new Installation(lastResort.counter(cyclesPerSecond), null, List.of(), failed);
  }

  /** Whether no counter could be installed, and the last resort is read. */
  boolean isLastResort() {
    return parts.isEmpty();
  }

  static Installation of(
      List<ProbeResult> chain,
      LastResort lastResort,
      long cyclesPerSecond,
      boolean linked,
      Worker worker) {
    List<Part> parts = new ArrayList<>();
    List<Reports.Lost> failed = new ArrayList<>();
    for (ProbeResult probed : chain) {
      boolean isInChain = chain.size() > 1 || probed.mayBeLost();
      TaskResult<Part> made =
          worker.run(
              new Assembly(probed, cyclesPerSecond, linked, isInChain),
              probed.candidate().needsOwnThread());
      Part part = made.value();
      if (part == null) {
        failed.add(new Reports.Lost(probed.candidate().name(), Reasons.of("ticks()", made)));
      } else {
        parts.add(part);
      }
    }
    if (parts.isEmpty()) {
      return new Installation(lastResort.counter(cyclesPerSecond), null, parts, failed);
    }
    CycleCounter first = parts.get(0).counter();
    boolean endsInOneThatStays = !parts.get(parts.size() - 1).probed().mayBeLost();
    if (parts.size() == 1 && endsInOneThatStays) {
      return new Installation(linked ? ConstantCounters.of(first) : first, null, parts, failed);
    }
    List<CycleCounter> next = new ArrayList<>();
    long[] readings = new long[parts.size() - (endsInOneThatStays ? 1 : 0)];
    for (Part part : parts.subList(1, parts.size())) {
      readings[next.size()] = part.reading();
      next.add(part.counter());
    }
    if (!endsInOneThatStays) {
      next.add(lastResort.counter(cyclesPerSecond));
    }
    FallbackChain fallbacks =
        new FallbackChain(first.implementation(), parts.get(0).reading(), next, readings);
    CycleCounter failover = new FailoverCounter(first, fallbacks);
    return new Installation(
        linked ? ConstantCounters.of(failover) : failover, fallbacks, parts, failed);
  }

  /** A counter of no candidate, which cannot be taken away. */
  static Installation of(CycleCounter clock) {
    return new Installation(clock, null, List.of(), List.of());
  }

  @SuppressWarnings("ReferenceEquality") // this candidate, not an equal one
  boolean isFirst(ProbeResult probed) {
    return !parts.isEmpty() && parts.get(0).probed().candidate() == probed.candidate();
  }

  @SuppressWarnings("ReferenceEquality") // as above
  boolean isMadeOf(ProbeResult probed) {
    return parts.stream().anyMatch(part -> part.probed().candidate() == probed.candidate());
  }

  /** Always the same object. */
  public CycleCounter counter() {
    return counter;
  }

  /** The report of the selection, with the lost counters rejected and the one in use selected. */
  public SelectionReport report(SelectionReport made) {
    List<Reports.Lost> lost = new ArrayList<>(failed);
    if (fallbacks != null) {
      for (FallbackChain.Loss loss : fallbacks.losses()) {
        lost.add(new Reports.Lost(loss.name(), Reasons.lostInUse(loss.reason())));
      }
    }
    return Reports.afterLosses(made, lost, counter.implementation());
  }

  /** Runs a listener after each loss, on a thread of its own, until the answer is run. */
  public Runnable onLoss(Runnable listener) {
    return fallbacks == null ? () -> {} : fallbacks.onLoss(chain -> listener.run());
  }

  /**
   * Gives the same counter, linked in a cheaper way than JNI, its readings going on; null where
   * there is none.
   */
  @Nullable Callable<CycleCounter> linking() {
    if (!NativeTicks.canBeLinked()) {
      return null;
    }
    for (Part part : parts) {
      if (!part.spec().canBeRelinked()) {
        return null;
      }
    }
    return parts.isEmpty() ? null : new Relinking();
  }

  private final class Relinking implements Callable<CycleCounter> {
    @Override
    public CycleCounter call() {
      CycleCounter first = linked(parts.get(0));
      FallbackChain chain = fallbacks;
      if (chain == null) {
        return first;
      }
      for (int i = 1; i < parts.size(); i++) {
        chain.relink(i - 1, linked(parts.get(i)));
      }
      return new FailoverCounter(first, chain);
    }
  }

  private static CycleCounter linked(Part part) {
    return part.spec().counter(part.spec().linked(), part.originTicks());
  }
}

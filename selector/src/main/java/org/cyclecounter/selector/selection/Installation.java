// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.FailoverCounter;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.selector.support.Worker;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The last stage of the pipeline: an assembled counter with the successors that are read if it is
 * lost. Each counter is read once while it is assembled; one that worked when it was measured and
 * fails now is skipped, and the report rejects it with the reason.
 *
 * <p>Immutable, apart from the state of the {@link FallbackChain}; thread-safe.
 *
 * @param counter the counter, always the same object, also after a loss
 * @param fallbacks null if the counter cannot be lost
 * @param parts the counter and its successors; empty for the last resort
 * @param failed the counters that could not be assembled, in the order of the attempts
 */
public record Installation(
    CycleCounter counter,
    @Nullable FallbackChain fallbacks,
    List<Part> parts,
    List<Reports.Rejected> failed)
    implements Callable<CycleCounter> {

  /**
   * One counter of a chain.
   *
   * @param originTicks the ticks that its readings begin at, so that a relinked counter goes on
   *     where this one is
   * @param reading a reading in cycles, from which the {@link FallbackChain} computes its offset
   */
  record Part(ProbeResult probed, CycleCounter counter, long originTicks, long reading) {}

  /**
   * Assembles one counter and reads it, on a worker's thread, because the reads are third-party
   * code or may need a thread's own perf event. A class, not a lambda: cold start 1.
   *
   * @param linked true to link the reads in the cheapest way now, false for JNI
   */
  record Assembly(ProbeResult probed, long cyclesPerSecond, boolean linked)
      implements Callable<Part> {
    @Override
    public Part call() {
      TickSource reads = probed.reads(linked);
      long originTicks = reads.ticks();
      CycleCounter counter = probed.counter(reads, originTicks, cyclesPerSecond);
      return new Part(probed, counter, originTicks, counter.cycles());
    }
  }

  /**
   * Assembles the first chain of which at least one counter works; the last resort if there is
   * none. Never fails because of a counter.
   *
   * @param chains counters with their successors, best first; a chain may be empty
   * @param settings for the last resort
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @param linked true to link the reads now in the cheapest way that this Java has, which costs a
   *     starting JVM 30 to 100 ms (cold start 14); false to read through JNI until {@link
   *     #linking()} is run
   * @param worker limits the time of each counter's first read
   */
  static Installation of(
      List<List<ProbeResult>> chains,
      Settings settings,
      long cyclesPerSecond,
      boolean linked,
      Worker worker) {
    List<Reports.Rejected> failed = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < chains.size() && parts.isEmpty(); i++) {
      for (ProbeResult probed : chains.get(i)) {
        Assembly assembly = new Assembly(probed, cyclesPerSecond, linked);
        TaskResult<Part> result = worker.run(assembly, probed.candidate().needsOwnThread());
        Part part = result.value();
        if (part == null) {
          Rejection why = Reasons.failed("ticks()", result);
          failed.add(new Reports.Rejected(probed.candidate().name(), why));
        } else {
          parts.add(part);
        }
      }
    }
    if (parts.isEmpty()) {
      return new Installation(settings.lastResort(cyclesPerSecond), null, parts, failed);
    }
    FallbackChain fallbacks = fallbacks(parts, settings, cyclesPerSecond);
    CycleCounter counter = withFallbacks(parts.get(0).counter(), fallbacks);
    // Not ConstantCounters while it is read through JNI: LazilyLinkedCounter makes it a constant.
    return new Installation(
        linked ? ConstantCounters.of(counter) : counter, fallbacks, parts, failed);
  }

  private static CycleCounter withFallbacks(CycleCounter first, @Nullable FallbackChain fallbacks) {
    return fallbacks == null ? first : new FailoverCounter(first, fallbacks);
  }

  private static @Nullable FallbackChain fallbacks(
      List<Part> parts, Settings settings, long cyclesPerSecond) {
    boolean lastMayBeLost = parts.get(parts.size() - 1).probed().mayBeLost();
    if (parts.size() == 1 && !lastMayBeLost) {
      return null;
    }
    List<CycleCounter> order = new ArrayList<>();
    long[] readings = new long[parts.size() + 1];
    for (Part part : parts) {
      readings[order.size()] = part.reading();
      order.add(part.counter());
    }
    if (lastMayBeLost) {
      order.add(settings.lastResort(cyclesPerSecond)); // begins at about 0, like its reading
    }
    return new FallbackChain(order, readings);
  }

  /** Installs a counter of no candidate, which cannot be lost. */
  static Installation of(CycleCounter clock) {
    return new Installation(clock, null, List.of(), List.of());
  }

  /** Returns true if this is the counter that is read before any loss. */
  @SuppressWarnings("ReferenceEquality") // this candidate, not an equal one
  boolean isFirst(ProbeResult probed) {
    return !parts.isEmpty() && parts.get(0).probed().candidate() == probed.candidate();
  }

  /** Returns true if this is the counter or a successor, so that its source must stay open. */
  @SuppressWarnings("ReferenceEquality") // as above
  boolean isMadeOf(ProbeResult probed) {
    return parts.stream().anyMatch(part -> part.probed().candidate() == probed.candidate());
  }

  /**
   * Updates the report of the selection: counters that have been lost, or could not be installed,
   * are rejected, and the one in use is selected.
   */
  public SelectionReport report(SelectionReport selection) {
    List<Reports.Rejected> lost = new ArrayList<>(failed);
    if (fallbacks != null) {
      for (FallbackChain.Loss loss : fallbacks.losses()) {
        // getMessage() of what a third party's read has thrown may never return.
        TaskResult<String> why = TimeLimit.run(() -> Reasons.of(loss.call(), loss.thrown(), true));
        String reason =
            why.value() != null ? why.value() : Reasons.failed("getMessage()", why).sentence();
        lost.add(new Reports.Rejected(loss.name(), Rejection.of(Code.LOST_IN_USE, reason)));
      }
    }
    return Reports.afterLosses(selection, lost, counter.implementation());
  }

  /**
   * Calls the listener on a new thread after each loss; run the returned Runnable to unregister. A
   * counter that cannot be lost never calls it.
   */
  public Runnable onLoss(Runnable listener) {
    return fallbacks == null ? () -> {} : fallbacks.onLoss(listener);
  }

  /**
   * Returns a task that links this counter and its successors in a way that is cheaper than JNI,
   * their readings going on; null if there is no such way, if a counter has 32 bits (its extension
   * has a state that cannot be handed on), or for the last resort.
   */
  @Nullable Callable<CycleCounter> linking() {
    boolean canBeLinked = NativeTicks.canBeLinked() && !parts.isEmpty();
    for (Part part : parts) {
      canBeLinked &= part.probed().measurement().bits() == 64;
    }
    return canBeLinked ? this : null;
  }

  /**
   * Relinks all counters, as the task of {@link #linking()}. Run once, on a separate thread, while
   * other threads read the counter: the chain keeps its index, so that a loss meanwhile is kept,
   * too. No class of its own: cold start 15.
   */
  @Override
  public CycleCounter call() {
    CycleCounter first = linked(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      Objects.requireNonNull(fallbacks).relink(i, linked(parts.get(i)));
    }
    return withFallbacks(first, fallbacks);
  }

  private static CycleCounter linked(Part part) {
    ProbeResult probed = part.probed();
    return probed.counter(probed.reads(true), part.originTicks(), part.counter().cyclesPerSecond());
  }
}

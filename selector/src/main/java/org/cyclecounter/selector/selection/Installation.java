// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.FailoverCounter;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The last stage of the pipeline: an assembled counter with the successors that are read if it is
 * lost. Each counter is read once while it is assembled; if that fails, the counter is skipped, and
 * the report rejects it with the reason. It is also the task that {@link #linking} returns.
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
   * Assembles the first counter that works, and its successors up to one that cannot be lost; the
   * last resort follows if there is none. Never fails because of a counter.
   *
   * @param ranked counters in the order in which they are to be read
   * @param settings for the last resort
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @param linked true to link the reads now in the cheapest way that this Java has, which costs a
   *     starting JVM 30 to 100 ms (cold start 14); false to read through JNI until {@link
   *     #linking()} is run
   */
  static Installation of(
      List<CandidateState> ranked, Settings settings, long cyclesPerSecond, boolean linked) {
    List<Reports.Rejected> failed = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    List<CycleCounter> order = new ArrayList<>();
    long[] readings = new long[ranked.size() + 1];
    boolean mayBeLost = true;
    for (int i = 0; i < ranked.size() && mayBeLost; i++) {
      CandidateState state = ranked.get(i);
      Candidate candidate = state.candidate();
      Part step = new Part(candidate, state.source(), state.measurement, cyclesPerSecond, linked);
      TaskResult<Part> result =
          TimeLimit.run(step, TimeLimit.seconds(), candidate.keepsThreadState());
      Part part = result.value();
      if (part == null) {
        Rejection why = Failures.failed("ticks()", result);
        failed.add(new Reports.Rejected(candidate.name(), why));
      } else {
        readings[order.size()] = part.reading;
        order.add(part.counter());
        parts.add(part);
        mayBeLost = state.mayBeLost();
      }
    }
    if (mayBeLost) {
      // The last resort: reading never fails. It begins at about 0, like its reading here. It is
      // no candidate; a candidate of the same name that was rejected gives its line in the report
      // to it. For a caller that supplied the providers, and so excluded everything else, it is
      // always 0, as in libcpucycles.
      order.add(
          settings.providers() != null
              ? TickCounter.zero(cyclesPerSecond)
              : clock(settings, cyclesPerSecond));
    }
    FallbackChain fallbacks = order.size() == 1 ? null : new FallbackChain(order, readings);
    CycleCounter counter = withFallbacks(order.get(0), fallbacks);
    // Not ConstantCounters while it is read through JNI: LazilyLinkedCounter makes it a constant.
    boolean isConstant = linked && !parts.isEmpty();
    return new Installation(
        isConstant ? ConstantCounters.of(counter) : counter, fallbacks, parts, failed);
  }

  private static CycleCounter withFallbacks(CycleCounter first, @Nullable FallbackChain fallbacks) {
    return fallbacks == null ? first : new FailoverCounter(first, fallbacks);
  }

  /** Creates the clock that is read instead of a counter: System.nanoTime, scaled to cycles. */
  static CycleCounter clock(Settings settings, long hz) {
    return ScaledClock.of(hz, settings.highResolution());
  }

  /** Returns true if a clock is read, before any loss. */
  boolean isClock() {
    return parts.isEmpty() || parts.get(0).candidate.kind() == CounterKind.FIXED_RESOLUTION;
  }

  /** Returns true if this is the counter or a successor, so that its source must stay open. */
  boolean uses(CandidateState state) {
    return place(state) >= 0;
  }

  /** Closes the counters that were not selected: all but this one and its successors. */
  void closeOthers(List<CandidateState> probed) {
    for (CandidateState state : probed) {
      if (!uses(state)) {
        state.close();
      }
    }
  }

  /** Returns 0 for the counter that is read before any loss, then its successors; -1 for none. */
  @SuppressWarnings("ReferenceEquality") // this candidate, not an equal one
  int place(CandidateState state) {
    int place = parts.size() - 1;
    while (place >= 0 && parts.get(place).candidate != state.candidate()) {
      place--;
    }
    return place;
  }

  /** Returns the report of the selection with what has happened since. */
  public SelectionReport report(SelectionReport selection) {
    return SelectionReports.updated(selection, this);
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
      canBeLinked &= part.measurement.bits() == 64;
    }
    return canBeLinked ? this : null;
  }

  /**
   * Relinks all counters in a way that is cheaper than JNI. Run once, on a separate thread, while
   * other threads read the counter: the chain keeps its index, so that a loss meanwhile is kept,
   * too.
   */
  @Override
  public CycleCounter call() {
    for (int i = 1; i < parts.size(); i++) {
      Objects.requireNonNull(fallbacks).relink(i, parts.get(i).linked());
    }
    return withFallbacks(parts.get(0).linked(), fallbacks);
  }
}

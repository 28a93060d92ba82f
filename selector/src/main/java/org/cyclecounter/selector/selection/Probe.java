// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one counter in this process: open, isolate natively, activate the fault guard,
 * measure. Each runs on a thread of its own within a time limit, and its exception becomes the
 * counter's reason. Before each measurement the counter is run elsewhere as often as it will be
 * read here, because a counter may fault only at its k-th read.
 *
 * @param settings the narrowest scope that is wanted, the most that a read may cost, the scoring
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param scope of the selection, which learns when a counter is measured
 */
record Probe(Settings settings, long cyclesPerSecond, SelectionScope scope) {

  /**
   * Attempts for a counter whose reads may be system calls or trapped by a hypervisor: the first
   * two of libcpucycles's ten, which are enough for one that works.
   */
  private static final int QUICK_ATTEMPTS = 2;

  /**
   * Opens and measures a pending counter; it is {@linkplain CandidateState#isUnprobed unprobed} if
   * it has to be probed natively first, and cannot be. The source of a usable counter is open, that
   * of any other is closed.
   */
  void run(CandidateState state) {
    long startNs = System.nanoTime();
    Candidate candidate = state.candidate();
    String reason = candidate.unavailableReason();
    if (!reason.isEmpty()) {
      state.reject(Rejection.of(Code.SAID, reason), null);
    } else {
      OpenAndMeasure step =
          new OpenAndMeasure(candidate, state.trial.isNative, state.needsNativeChild());
      TaskResult<OpenAndMeasure> result = run(step, state);
      step.isGivenUp = true; // unless it has ended
      scope.measuring(false);
      if (result.value() != null) {
        state.take(step.open, step.measured, step.inNativeChild, step.rejection, step.obstacle);
      } else {
        state.fail(step.call, result);
        if (!candidate.isOurs()) {
          Log.debug("the counter " + candidate.name() + " failed", result.thrown());
        }
      }
      if (state.isUsable() && scope.hasReadShared()) {
        // It was measured with the clock that CpuCycles reads meanwhile; selected, it would read
        // itself for ever.
        state.reject(Rejection.of(Code.READS_CPU_CYCLES), null);
      }
    }
    state.addCost(System.nanoTime() - startNs);
  }

  /**
   * Measures a usable counter as a program reads it, from compiled Java, observes its rate, and
   * asks its source what it counts: for a report only. Rejects it if that fails.
   *
   * @param isInUse true for a counter that programs read already, which stays usable and open
   */
  void describe(CandidateState state, boolean isInUse) {
    if (!state.isUsable() || state.fromJava != null) {
      return;
    }
    long startNs = System.nanoTime();
    Candidate candidate = state.candidate();
    MeasureFromJava step =
        new MeasureFromJava(
            candidate.source(), state.source(), state.measurement, state.trial.isNative);
    TaskResult<MeasureFromJava> result = run(step, state);
    boolean hasReturned = result.value() != null;
    if (isInUse && (!hasReturned || step.rejection != null)) {
      return;
    }
    if (!hasReturned) {
      state.fail(step.call, result);
    } else if (step.failed != null) {
      state.fail(step.failed);
    } else if (step.rejection != null) {
      state.reject(step.rejection, step.obstacle);
    } else {
      state.describe(step.fromJava, step.counted, step.instruction);
    }
    state.addCost(System.nanoTime() - startNs);
  }

  /**
   * Runs a step. With a native child it has twice the limit, because the child has the limit to
   * itself: it has to time out, and say so, before the thread that waits for it is given up.
   */
  private static <T> TaskResult<T> run(Callable<T> step, CandidateState state) {
    Candidate candidate = state.candidate();
    boolean hasNativeChild =
        candidate.source() instanceof NativeCounterSource && state.trial.isNative;
    int limit = (hasNativeChild ? 2 : 1) * TimeLimit.seconds();
    return TimeLimit.run(step, limit, candidate.keepsThreadState());
  }

  /**
   * Opens, isolates and measures; it is its own result. A class, not a lambda: cold start 1. What
   * it finds is read when it has returned, because its thread may be given up.
   */
  final class OpenAndMeasure implements Callable<OpenAndMeasure> {
    private final Candidate candidate;

    /** As in {@link Trial}; and as in {@link CandidateState#needsNativeChild}. */
    private final boolean isNative;

    private final boolean needsNative;

    /**
     * The method of the counter that was called last, for the sentence if it fails. Volatile: after
     * a timeout it is read while the step's thread still runs.
     */
    private volatile String call = "open()";

    /** True once the outcome is not wanted any more: the counter is closed, and not read. */
    private volatile boolean isGivenUp;

    // As in CandidateState.take.

    private @Nullable TickSource open;
    private @Nullable Measurement measured;
    private @Nullable IsolationResult inNativeChild;
    private @Nullable Rejection rejection;
    private @Nullable Obstacle obstacle;

    OpenAndMeasure(Candidate candidate, boolean isNative, boolean needsNative) {
      this.candidate = candidate;
      this.isNative = isNative;
      this.needsNative = needsNative;
    }

    @Override
    public OpenAndMeasure call() throws CounterUnavailableException {
      TickSource source = candidate.source().open();
      if (source == null) {
        rejection = Rejection.of(Code.NO_SOURCE);
        return this;
      }
      boolean works = false;
      try {
        works = probe(source);
        open = works ? source : null;
        return this;
      } finally {
        if (isGivenUp || !works) {
          source.close(); // on this thread: what was set up for a thread ends with it
        }
      }
    }

    /** Measures; rejects a counter that has no precision, is too slow or does not follow time. */
    private boolean probe(TickSource source) {
      String narrowing = candidate.narrowingReason();
      if (!narrowing.isEmpty() && Scope.CORE.compareTo(settings.minimumScope()) < 0) {
        rejection = Failures.tooNarrow(Scope.CORE, settings.minimumScope(), narrowing);
        return false;
      }
      call = "ticks()";
      boolean isExpensive = NativeTicks.hasProbe(source);
      Measurement known = measure(source, isExpensive ? QUICK_ATTEMPTS : Precision.ATTEMPTS);
      if (isExpensive && known != null && known.precision().cycles() == 0) {
        // Libcpucycles would accept a later run.
        known = measure(source, Precision.ATTEMPTS - QUICK_ATTEMPTS);
      }
      measured = known;
      if (known == null) {
        return false; // the outcome in the child has the reason
      }
      if (known.precision().cycles() == 0) {
        rejection = Failures.of(known, cyclesPerSecond, candidate.isOurs());
        obstacle = known.precision().obstacle();
      } else if (isTooSlow(known.precision())) {
        rejection = Failures.tooSlow(known.precision().nanosPerRead(), settings.maximumReadNanos());
      } else if (!candidate.isOurs() && candidate.kind() != CounterKind.FIXED_RESOLUTION) {
        // A third party's may be no counter of cycles or of a clock, whatever it says.
        double hz = known.implausibleHz(source);
        rejection = Double.isNaN(hz) ? null : Failures.implausible(candidate.kind(), hz);
      }
      return rejection == null;
    }

    private boolean isTooSlow(Precision precision) {
      double limit = settings.maximumReadNanos();
      return limit > 0 && precision.nanosPerRead() > limit;
    }

    /** Isolates and measures; null if the counter has not passed in a native child. */
    private @Nullable Measurement measure(TickSource source, int attempts) {
      if (isNative) {
        // One more for each reading of the installation.
        int reads = Measurement.readsInC(attempts) + 2;
        IsolationResult outcome = NativeChild.probe(source, reads, TimeLimit.seconds());
        boolean isProbed = outcome.result() != IsolationResult.Result.NOT_PROBED;
        inNativeChild = isProbed || needsNative ? outcome : null;
        if (inNativeChild != null && !outcome.passed()) {
          return null;
        }
      }
      if (isGivenUp) {
        return null;
      }
      if (source instanceof CheckedTicks checked) {
        // Before the first read in this process, and only now: the guard's signal handler stays
        // until the process ends, so a counter that fails its native probe does not install it.
        checked.protect();
      }
      scope.measuring(true);
      CounterSource counter = candidate.source();
      call = "bits()";
      int bits = counter.bits();
      call = "scaling()";
      long hz = settings.scoring() == Scoring.LIBCPUCYCLES_20260901 ? candidate.nominalHz() : 0;
      Scaling scaling = hz > 0 ? Scaling.ticksPerSecond(hz) : counter.scaling();
      call = "ticks()";
      return Measurement.of(counter, bits, scaling, source, cyclesPerSecond, attempts);
    }
  }
}

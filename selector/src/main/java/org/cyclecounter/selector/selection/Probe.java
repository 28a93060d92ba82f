// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.selector.support.Worker;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one counter in this process: open, isolate natively, activate the fault guard,
 * measure. Each runs on a worker's thread within a time limit, and whatever it throws becomes the
 * counter's reason. Before each measurement the counter is run elsewhere as often as it will be
 * read here, because a counter may fault only at its k-th read.
 *
 * @param minimumScope the narrowest scope that is wanted
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param context is told which counter is being probed, for code that runs meanwhile
 * @param isolation decides which counters are run in a native child first
 * @param worker runs the steps; still open when the last one is run
 */
record Probe(
    Scope minimumScope,
    long cyclesPerSecond,
    SelectionContext context,
    IsolationStage isolation,
    Worker worker) {

  /**
   * Attempts for a counter whose reads may be system calls or trapped by a hypervisor: the first
   * two of libcpucycles's ten, which are enough for one that works.
   */
  private static final int QUICK_ATTEMPTS = 2;

  /**
   * Opens and measures a counter; {@linkplain ProbeResult#notProbed() not probed} if it has to be
   * probed natively first, and cannot be. The source of a usable result is open, that of any other
   * is closed.
   *
   * @param pending the counter, with the outcome of the child JVM that it has passed
   */
  ProbeResult run(ProbeResult pending) {
    long startNs = System.nanoTime();
    Candidate candidate = pending.candidate();
    String reason = IsolationStage.unavailableReason(candidate);
    if (!reason.isEmpty()) {
      return pending.rejected(Rejection.of(Code.SAID, reason)).addCost(since(startNs));
    }
    OpenAndMeasure task = new OpenAndMeasure(pending);
    context.opens(candidate);
    TaskResult<ProbeResult> outcome = run(task, candidate);
    boolean isMadeOfShared = context.hasReadShared(); // before opens() resets it
    context.opens(null);
    ProbeResult result = outcome.value();
    if (result == null) {
      result = pending.rejected(Reasons.failed(task.call, outcome));
      if (!candidate.isOurs()) {
        Log.debug("the counter " + candidate.name() + " failed", outcome.thrown());
      }
    }
    if (result.usable() && isMadeOfShared) {
      // It was measured with the clock that CpuCycles reads meanwhile; selected, it would read
      // itself for ever.
      result.close();
      result = result.rejected(Rejection.of(Code.READS_CPU_CYCLES));
    }
    return result.addCost(since(startNs));
  }

  /**
   * Measures a counter that works as a program reads it, from compiled Java, observes its rate, and
   * asks its source what it counts: for a report only. Rejected if that fails, its source still
   * open, because the counter may be in use already.
   */
  ProbeResult fromJava(ProbeResult probed) {
    if (!probed.usable() || probed.fromJava() != null) {
      return probed;
    }
    long startNs = System.nanoTime();
    MeasureFromJava task = new MeasureFromJava(probed, isolation.goesNatively(probed.candidate()));
    TaskResult<ProbeResult> outcome = run(task, probed.candidate());
    ProbeResult result = outcome.value();
    if (result == null) {
      result = probed.rejected(Reasons.failed(task.call, outcome));
    }
    return result.addCost(since(startNs));
  }

  /**
   * Runs a step. With a native child it has twice the limit, because the child has the limit to
   * itself: it has to time out, and say so, before the worker gives up the thread that waits for
   * it.
   */
  private TaskResult<ProbeResult> run(Callable<ProbeResult> task, Candidate candidate) {
    boolean hasNativeChild =
        candidate.source() instanceof NativeCounterSource && isolation.goesNatively(candidate);
    int limitSeconds = (hasNativeChild ? 2 : 1) * worker.limitSeconds();
    return worker.run(task, candidate.needsOwnThread(), limitSeconds);
  }

  private static Duration since(long startNs) {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  /** Opens, isolates and measures. A class, not a lambda: cold start 1. */
  final class OpenAndMeasure implements Callable<ProbeResult> {
    private ProbeResult pending;

    /** The outcome in a native child; null if there was none. */
    private @Nullable IsolationResult passed;

    /**
     * The method of the counter that was called last, for the sentence if it fails. Volatile: after
     * a timeout it is read while the worker's thread still runs.
     */
    private volatile String call = "open()";

    OpenAndMeasure(ProbeResult pending) {
      this.pending = pending;
    }

    @Override
    public ProbeResult call() throws CounterUnavailableException {
      Candidate candidate = pending.candidate();
      TickSource source = candidate.source().open();
      if (source == null) {
        return pending.rejected(Rejection.of(Code.NO_SOURCE));
      }
      boolean usable = false;
      try {
        String narrowing = ProbeResult.narrowing(candidate);
        if (!narrowing.isEmpty()) {
          pending =
              pending.with(candidate.with(candidate.provider(), candidate.source(), Scope.CORE));
          if (Scope.CORE.compareTo(minimumScope) < 0) {
            return pending.rejected(Reasons.tooNarrow(Scope.CORE, minimumScope, narrowing));
          }
        }
        call = "ticks()";
        ProbeResult result = measure(source);
        usable = result.usable();
        return result;
      } finally {
        if (!usable) {
          source.close(); // on this thread: what was set up for a thread ends with it
        }
      }
    }

    /** Measures, and rejects a counter that has no precision, or does not follow time. */
    private ProbeResult measure(TickSource source) {
      Candidate candidate = pending.candidate();
      boolean isExpensive = NativeTicks.hasProbe(source);
      ProbeResult result = isolated(source, isExpensive ? QUICK_ATTEMPTS : Precision.ATTEMPTS);
      if (isExpensive && result.rejection() == null && !result.usable()) {
        // Libcpucycles would accept a later run.
        result = isolated(source, Precision.ATTEMPTS - QUICK_ATTEMPTS);
      }
      Measurement measurement = result.measurement();
      if (result.rejection() != null) {
        return result;
      }
      if (!result.usable()) {
        Rejection why = MeasuredReasons.of(measurement, cyclesPerSecond, candidate.isOurs());
        return result.rejected(why, measurement.precision().obstacle());
      }
      if (candidate.isOurs() || candidate.kind() == CounterKind.FIXED_RESOLUTION) {
        return result;
      }
      // A third party's may be no counter of cycles or of a clock, whatever it says.
      double hz = measurement.implausibleHz(source);
      return Double.isNaN(hz)
          ? result
          : result.rejected(MeasuredReasons.implausible(candidate.kind(), hz));
    }

    private ProbeResult isolated(TickSource source, int attempts) {
      if (isolation.goesNatively(pending.candidate())) {
        // One more for each reading of the installation.
        int reads = Measurement.readsInC(attempts) + 2;
        IsolationResult outcome = NativeChild.probeOpened(source, reads, TimeLimit.seconds());
        if (outcome.passed()) {
          passed = outcome;
        } else if (outcome.result() != IsolationResult.Result.NOT_PROBED
            || isolation.mustGoNatively(pending)) {
          return pending.failed(outcome);
        }
      }
      if (source instanceof CheckedTicks checked) {
        // Before the first read in this process, and only now: the guard's signal handler stays
        // until the process ends, so a counter that fails its native probe does not install it.
        checked.protect();
      }
      context.measures();
      CounterSource counter = pending.candidate().source();
      call = "bits()";
      int bits = counter.bits();
      call = "scaling()";
      Scaling scaling = counter.scaling();
      call = "ticks()";
      Measurement measurement =
          Measurement.of(counter, bits, scaling, source, cyclesPerSecond, attempts);
      return pending.measured(source, measurement, passed);
    }
  }
}

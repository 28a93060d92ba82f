// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.isolation.ProcessState;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
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
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param context is told which counter is being probed, for code that runs meanwhile
 * @param worker runs the steps; still open when the last one is run
 */
record Probe(long cyclesPerSecond, SelectionContext context, Worker worker) {

  /**
   * Attempts for a counter whose reads may be system calls or trapped by a hypervisor: the first
   * two of libcpucycles's ten, which are enough for one that works.
   */
  private static final int QUICK_ATTEMPTS = 2;

  /** The use of a native child before a counter is read in this process. */
  enum Natively {
    /** Not at all: it cannot crash, or isolation is not wanted. */
    NOT,
    /** If it has an entry point and a child can be made: it has passed in a child JVM already. */
    WHERE_POSSIBLE,
    /** Always: it is not read here otherwise. */
    REQUIRED
  }

  /**
   * Opens and measures a counter; {@linkplain ProbeResult#notProbed() not probed} if it has to be
   * probed natively first, and cannot be. The source of a usable result is open, that of any other
   * is closed.
   */
  ProbeResult run(Candidate candidate, Natively natively) {
    long startNs = System.nanoTime();
    if (candidate.isOurs() && candidate.source() instanceof NativeCounterSource packaged) {
      String reason = packaged.whyNotHere();
      if (!reason.isEmpty()) {
        return ProbeResult.rejected(candidate, reason).addCost(since(startNs));
      }
    }
    OpenAndMeasure task = new OpenAndMeasure(candidate, natively);
    context.opens(candidate);
    TaskResult<ProbeResult> outcome = run(task, candidate, natively);
    boolean isMadeOfShared = context.hasReadShared(); // before opens() resets it
    context.opens(null);
    ProbeResult result = outcome.value();
    if (result == null) {
      result = ProbeResult.rejected(candidate, Reasons.of(task.call, outcome));
      if (!candidate.isOurs()) {
        Log.debug("the counter " + candidate.name() + " failed", outcome.thrown());
      }
    }
    if (result.usable() && isMadeOfShared) {
      // It was measured with the clock that CpuCycles reads meanwhile; selected, it would read
      // itself for ever.
      result.close();
      result = result.rejected(Reasons.READS_CPU_CYCLES);
    }
    return result.addCost(since(startNs));
  }

  /**
   * Measures a counter that works as a program reads it, from compiled Java, observes its rate, and
   * asks its source what it counts: for a report only. Rejected if that fails, its source still
   * open, because the counter may be in use already.
   */
  ProbeResult fromJava(ProbeResult probed, Natively natively) {
    Measurement measurement = probed.measurement();
    TickSource source = probed.source();
    if (source == null || measurement == null || !probed.usable() || probed.fromJava() != null) {
      return probed;
    }
    long startNs = System.nanoTime();
    AsProgram task = new AsProgram(probed, measurement, source, natively);
    TaskResult<ProbeResult> outcome = run(task, probed.candidate(), natively);
    ProbeResult result = outcome.value();
    if (result == null) {
      result = probed.rejected(Reasons.of(task.call, outcome));
    }
    return result.addCost(since(startNs));
  }

  /**
   * Runs a step. With a native child it has twice the limit, because the child has the limit to
   * itself: it has to time out, and say so, before the worker gives up the thread that waits for
   * it.
   */
  private TaskResult<ProbeResult> run(
      Callable<ProbeResult> task, Candidate candidate, Natively natively) {
    boolean hasNativeChild =
        natively != Natively.NOT && candidate.source() instanceof NativeCounterSource;
    int limitSeconds = (hasNativeChild ? 2 : 1) * worker.limitSeconds();
    return worker.run(task, candidate.needsOwnThread(), limitSeconds);
  }

  private static Duration since(long startNs) {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  /** Opens, isolates and measures. A class, not a lambda: cold start 1. */
  final class OpenAndMeasure implements Callable<ProbeResult> {
    private Candidate candidate;
    private final Natively natively;

    /** The outcome in a native child; null if there was none. */
    private @Nullable IsolationResult passed;

    /**
     * The method of the counter that was called last, for the sentence if it fails. Volatile: after
     * a timeout it is read while the worker's thread still runs.
     */
    private volatile String call = "open()";

    OpenAndMeasure(Candidate candidate, Natively natively) {
      this.candidate = candidate;
      this.natively = natively;
    }

    @Override
    public ProbeResult call() throws CounterUnavailableException {
      ProcessState before = candidate.isOurs() ? null : ProcessState.ofThread();
      TickSource source = candidate.source().open();
      if (source == null) {
        return ProbeResult.rejected(candidate, Reasons.NO_SOURCE);
      }
      String change = before == null ? "" : before.restore();
      if (!change.isEmpty()) {
        source.close();
        return ProbeResult.rejected(candidate, ChildReasons.changes(change, Phase.OPENED));
      }
      if (!ProbeResult.narrowing(candidate).isEmpty()) {
        candidate = candidate.with(candidate.provider(), candidate.source(), Scope.CORE);
      }
      boolean usable = false;
      call = "ticks()";
      try {
        boolean isExpensive = NativeTicks.hasProbe(source);
        ProbeResult result = measure(source, isExpensive ? QUICK_ATTEMPTS : Precision.ATTEMPTS);
        if (isExpensive && result.rejection().isEmpty() && !result.usable()) {
          // Libcpucycles would accept a later run.
          result = measure(source, Precision.ATTEMPTS - QUICK_ATTEMPTS);
        }
        if (!candidate.isOurs() && candidate.kind() != CounterKind.FIXED_RESOLUTION) {
          result = checked(result, source);
        }
        usable = result.usable();
        Measurement failed = result.measurement();
        if (usable || failed == null || !result.rejection().isEmpty()) {
          return result;
        }
        String reason = MeasuredReasons.of(failed, cyclesPerSecond, candidate.isOurs());
        return result.rejected(reason, failed.obstacle());
      } finally {
        if (!usable) {
          source.close(); // on this thread: what was set up for a thread ends with it
        }
      }
    }

    /** Rejects a counter that is no counter of cycles or of a clock, whatever it says. */
    private ProbeResult checked(ProbeResult result, TickSource source) {
      Measurement measurement = result.measurement();
      if (!result.usable() || measurement == null) {
        return result;
      }
      double hz = measurement.implausibleHz(source);
      return Double.isNaN(hz)
          ? result
          : result.rejected(MeasuredReasons.implausible(candidate.kind(), hz));
    }

    private ProbeResult measure(TickSource source, int attempts) {
      if (natively != Natively.NOT) {
        IsolationResult outcome =
            NativeIsolator.probeOpened(
                source, Measurement.readsInC(attempts) + 1, TimeLimit.seconds());
        if (outcome.passed()) {
          passed = outcome;
        } else if (outcome.result() != IsolationResult.Result.NOT_PROBED) {
          return ProbeResult.rejected(candidate, outcome.sentence(), outcome.obstacle());
        } else if (natively == Natively.REQUIRED) {
          return ProbeResult.rejected(candidate, outcome.sentence(), Obstacle.NOT_PROBED);
        }
      }
      if (source instanceof CheckedTicks checked) {
        // Before the first read in this process, and only now: the guard's signal handler stays
        // until the process ends, so a counter that fails its native probe does not install it.
        checked.protect();
      }
      context.measures();
      if (candidate.isOurs()) {
        return measured(source, attempts);
      }
      ProcessState before = ProcessState.ofThread(); // with the guard's handler
      source.ticks(); // a JVM without its handlers hangs soon: not thousands of times
      String change = before.restore();
      if (change.isEmpty()) {
        ProbeResult result = measured(source, attempts);
        change = before.restore();
        if (change.isEmpty()) {
          return result;
        }
      }
      return ProbeResult.rejected(candidate, ChildReasons.changes(change, Phase.READ));
    }

    private ProbeResult measured(TickSource source, int attempts) {
      CounterSource counter = candidate.source();
      call = "bits()";
      int bits = counter.bits();
      call = "scaling()";
      Scaling scaling = counter.scaling();
      call = "ticks()";
      Measurement measurement =
          Measurement.of(counter, bits, scaling, source, cyclesPerSecond, attempts);
      return ProbeResult.measured(candidate, source, measurement, passed);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.cyclecounter.Counted;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.selection.ProbeResult.Description;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one counter in this process: open, isolate natively, put the guard in force,
 * measure. Each runs within a time limit, and what it throws is a reason. Before each measurement
 * the counter is run elsewhere as often as it is going to be read here.
 */
final class Probe {

  /**
   * For a counter whose every read may be a system call or trapped by a hypervisor: of
   * libcpucycles's ten attempts the first two, which are enough for one that works.
   */
  private static final int QUICK_ATTEMPTS = 2;

  private static final int ORDERED_READS = 100;

  /** Whether a counter is probed in a native child before it is read in this process. */
  enum Natively {
    /** It is not: it cannot crash, or isolation is not wanted. */
    NOT,
    /** Where there is an entry point and a child can be made: it has passed elsewhere already. */
    WHERE_POSSIBLE,
    /** Nothing is read here before. */
    REQUIRED
  }

  private final long cyclesPerSecond;
  private final SelectionContext context;
  private final Worker worker;

  Probe(long cyclesPerSecond, SelectionContext context, Worker worker) {
    this.cyclesPerSecond = cyclesPerSecond;
    this.context = context;
    this.worker = worker;
  }

  /** Opens and measures; not probed where it has to be probed natively first, and cannot be. */
  ProbeResult run(Candidate candidate, Natively natively) {
    long startNs = System.nanoTime();
    if (candidate.isOurs() && candidate.source() instanceof NativeCounterSource packaged) {
      String reason = packaged.whyNotHere();
      if (!reason.isEmpty()) {
        return ProbeResult.rejected(candidate, reason, since(startNs));
      }
    }
    First task = new First(candidate, natively);
    context.opens(candidate);
    TaskResult<ProbeResult> result =
        worker.run(task, candidate.needsOwnThread(), limitSeconds(candidate, natively));
    boolean isMadeOfShared = context.hasReadShared();
    context.opens(null);
    ProbeResult made = result.value();
    if (made == null) {
      made = ProbeResult.rejected(candidate, Reasons.of(task.call, result), Duration.ZERO);
      if (!candidate.isOurs()) {
        Log.debug("the counter " + candidate.name() + " failed", result.thrown());
      }
    }
    if (made.usable() && isMadeOfShared) {
      made.close();
      made = made.rejected(Reasons.READS_CPU_CYCLES);
    }
    return made.plus(since(startNs));
  }

  /**
   * Measures a counter that works where a program reads it, too, observes its rate, and asks its
   * source what it counts. Rejected, and left open, where that fails.
   */
  ProbeResult fromJava(ProbeResult probed, Natively natively) {
    Measurement measurement = probed.measurement();
    TickSource source = probed.source();
    if (source == null || measurement == null || !probed.usable() || probed.fromJava() != null) {
      return probed;
    }
    long startNs = System.nanoTime();
    AsProgram task = new AsProgram(probed, measurement, source, natively);
    TaskResult<ProbeResult> result =
        worker.run(
            task, probed.candidate().needsOwnThread(), limitSeconds(probed.candidate(), natively));
    ProbeResult made = result.value();
    if (made == null) {
      made = probed.rejected(Reasons.of(task.call, result));
    }
    return made.plus(since(startNs));
  }

  /** A probe in a native child has a limit of its own. */
  private int limitSeconds(Candidate candidate, Natively natively) {
    boolean isProbed =
        natively != Natively.NOT && candidate.source() instanceof NativeCounterSource;
    return isProbed ? 2 * worker.limitSeconds() : worker.limitSeconds();
  }

  private static Duration since(long startNs) {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  /** A class, not a lambda: cold start 1. */
  final class First implements Callable<ProbeResult> {
    private final Candidate candidate;
    private final Natively natively;
    private @Nullable IsolationResult passed;

    /** What was called last of the counter, for the sentence if it fails. */
    private volatile String call = "open()";

    First(Candidate candidate, Natively natively) {
      this.candidate = candidate;
      this.natively = natively;
    }

    @Override
    public ProbeResult call() throws CounterUnavailableException {
      TickSource source = candidate.source().open();
      if (source == null) {
        return ProbeResult.rejected(candidate, Reasons.NO_SOURCE, Duration.ZERO);
      }
      boolean usable = false;
      call = "ticks()";
      try {
        boolean dear = Measurement.isMadeOfEvents(source);
        ProbeResult result = measure(source, dear ? QUICK_ATTEMPTS : Precision.ATTEMPTS);
        if (dear && result.rejection().isEmpty() && !result.usable()) {
          result = measure(source, Precision.ATTEMPTS);
        }
        usable = result.usable();
        Measurement failed = usable ? null : result.measurement();
        return failed == null
            ? result
            : result.rejected(
                MeasuredReasons.of(failed, cyclesPerSecond, candidate.isOurs()), failed.obstacle());
      } finally {
        if (!usable) {
          source.close();
        }
      }
    }

    private ProbeResult measure(TickSource source, int attempts) {
      if (natively != Natively.NOT) {
        IsolationResult outcome =
            NativeIsolator.probeOpened(
                source, Measurement.readsInC(attempts), ORDERED_READS, TimeLimit.seconds());
        if (outcome.passed()) {
          passed = outcome;
        } else if (outcome.result() != IsolationResult.Result.NOT_PROBED) {
          return ProbeResult.rejected(
              candidate, outcome.sentence(), outcome.obstacle(), Duration.ZERO);
        } else if (natively == Natively.REQUIRED) {
          return ProbeResult.notProbed(candidate, outcome.sentence());
        }
      }
      if (source instanceof CheckedTicks checked) {
        checked.protect(); // before the first read in this process
      }
      context.measures();
      Measurement measurement =
          Measurement.of(candidate.source(), source, cyclesPerSecond, attempts);
      return ProbeResult.measured(candidate, source, measurement, passed);
    }
  }

  /** Reads a counter as a program does, in a native child first, then asks its source. */
  private static final class AsProgram implements Callable<ProbeResult> {
    private final ProbeResult probed;
    private final Measurement measurement;
    private final TickSource source;
    private final Natively natively;

    /** As {@link First#call}. */
    private volatile String call = "ticks()";

    AsProgram(ProbeResult probed, Measurement measurement, TickSource source, Natively natively) {
      this.probed = probed;
      this.measurement = measurement;
      this.source = source;
      this.natively = natively;
    }

    @Override
    public ProbeResult call() {
      IsolationResult outcome = inNativeChild();
      if (outcome != null && outcome.result() == IsolationResult.Result.NOT_PROBED) {
        return described(null);
      }
      if (outcome != null && !outcome.passed()) {
        return probed.failedNatively(outcome);
      }
      JavaMeasurement seen = measurement.fromJava(source);
      String reason = MeasuredReasons.of(seen);
      return reason.isEmpty() ? described(seen) : probed.rejected(reason, seen.obstacle());
    }

    /** Null where no child is needed, or none can be made. */
    private @Nullable IsolationResult inNativeChild() {
      Precision precision = measurement.precision();
      // Where the selector has no library to measure in C, it has none to make a native child with.
      if (natively == Natively.NOT
          || !measurement.inC()
          || precision == null
          || !NativeIsolator.isOffered()) {
        return null;
      }
      int reads = Measurement.readsFromJava(precision.nanosPerRead());
      return NativeIsolator.probeOpened(source, reads, ORDERED_READS, TimeLimit.seconds());
    }

    private ProbeResult described(@Nullable JavaMeasurement seen) {
      CounterSource counter = probed.candidate().source();
      call = "counted()";
      Counted counted = counter.counted();
      if (counted == null) {
        return probed.rejected(Reasons.NO_COUNTED);
      }
      call = "instruction()";
      String instruction = counter.instruction();
      return instruction == null
          ? probed.rejected(Reasons.NO_INSTRUCTION)
          : probed.with(seen, new Description(counted, ProviderText.shorten(instruction)));
    }
  }
}

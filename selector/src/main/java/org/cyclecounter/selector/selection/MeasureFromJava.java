// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a counter as a program does, in a native child first, then asks its source for what only a
 * report needs.
 */
final class MeasureFromJava implements Callable<MeasureFromJava.Description> {
  private final CounterSource counter;
  private final TickSource source;
  private final Measurement inC;
  private final boolean usesNativeChild;

  /** The method that was called last; volatile as in {@link Probe.OpenAndMeasure}. */
  volatile String call = "ticks()";

  /**
   * The evidence for a report only.
   *
   * @param failed the outcome in a native child that the counter did not pass; null otherwise
   * @param fromJava the measurement as a program reads it; null if that was not measured
   * @param counted the answer of the source; it must not be null, nor must the instruction
   */
  record Description(
      @Nullable IsolationResult failed,
      @Nullable JavaMeasurement fromJava,
      @Nullable Counted counted,
      @Nullable String instruction) {

    /** Returns why a program could not use the counter; null if it can. */
    @Nullable Rejection rejection() {
      if (failed != null) {
        return failed.rejection();
      }
      Rejection why = fromJava == null ? null : Failures.of(fromJava);
      if (why != null || counted != null && instruction != null) {
        return why;
      }
      return Rejection.of(counted == null ? Code.NO_COUNTED : Code.NO_INSTRUCTION);
    }

    /** Returns the change that would let it work; null if none is known. */
    @Nullable Obstacle obstacle() {
      return fromJava == null ? null : fromJava.obstacle();
    }
  }

  /**
   * Prepares the step for a counter that is open and usable.
   *
   * @param inC the measurement so far
   * @param usesNativeChild true to read in a native child first, if it was measured in C
   */
  MeasureFromJava(
      CounterSource counter, TickSource source, Measurement inC, boolean usesNativeChild) {
    this.counter = counter;
    this.source = source;
    this.inC = inC;
    this.usesNativeChild = usesNativeChild;
  }

  @Override
  public Description call() {
    // Without a library to measure in C, there is none for a native child.
    if (usesNativeChild && inC.inC() && NativeChild.IS_OFFERED) {
      // As often as a measurement from Java reads, which is more often than one in C does.
      int reads = Measurement.readsFromJava(inC.precision().nanosPerRead());
      IsolationResult outcome = NativeChild.probe(source, reads, TimeLimit.seconds());
      if (!outcome.passed()) {
        // Not probed: not read so often here either, and its measurement in C stands.
        boolean isProbed = outcome.result() != IsolationResult.Result.NOT_PROBED;
        return isProbed ? new Description(outcome, null, null, null) : describe(null);
      }
    }
    return describe(inC.fromJava(source));
  }

  /** Adds the source's answers, which are asked after open() and may be third-party code. */
  private Description describe(@Nullable JavaMeasurement seen) {
    call = "counted()";
    Counted counted = counter.counted();
    call = "instruction()";
    String instruction = counter.instruction();
    String shortened = instruction == null ? null : ProviderText.shorten(instruction);
    return new Description(null, seen, counted, shortened);
  }
}

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
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a counter as a program does, in a native child first, then asks its source for what only a
 * report needs. It is its own result: what it finds is read when it has returned, because its
 * thread may be given up.
 */
final class MeasureFromJava implements Callable<MeasureFromJava> {
  private final CounterSource counter;
  private final TickSource source;
  private final Measurement inC;
  private final boolean usesNativeChild;

  /** The method that was called last; volatile as in {@link Probe.OpenAndMeasure}. */
  volatile String call = "ticks()";

  /** The outcome in a native child that the counter did not pass; null otherwise. */
  @Nullable IsolationResult failed;

  /** The measurement as a program reads it; null if that was not measured. */
  @Nullable JavaMeasurement fromJava;

  /** The answer of the source, as the instruction; neither may be null. */
  @Nullable Counted counted;

  @Nullable String instruction;

  /** The reason why a program could not use the counter; null if it can. */
  @Nullable Rejection rejection;

  /** The change that would let it work; null if none is known. */
  @Nullable Obstacle obstacle;

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
  public MeasureFromJava call() {
    boolean isMeasured = true;
    // Without a library to measure in C, there is none for a native child.
    if (usesNativeChild && inC.inC() && NativeChild.IS_OFFERED) {
      // As often as a measurement from Java reads, which is more often than one in C does.
      int reads = Measurement.readsFromJava(inC.precision().nanosPerRead());
      IsolationResult outcome = NativeChild.probe(source, reads, TimeLimit.seconds());
      isMeasured = outcome.passed();
      if (!isMeasured && outcome.result() != IsolationResult.Result.NOT_PROBED) {
        failed = outcome;
        rejection = outcome.rejection();
        return this;
      }
    }
    // Not probed: not read so often here either, and its measurement in C stands.
    JavaMeasurement seen = isMeasured ? inC.fromJava(source) : null;
    fromJava = seen;
    // The source's answers are asked after open(), and may be third-party code.
    call = "counted()";
    counted = counter.counted();
    if (counted == Counted.CORE_CYCLES || counted == Counted.USER_CYCLES) {
      call = "scaling()";
      // A core's frequency changes: what has a known rate is no core's, whatever its kind.
      counted = counter.scaling() instanceof Scaling.TicksPerSecond ? Counted.TICKS : counted;
    }
    call = "instruction()";
    String answer = counter.instruction();
    instruction = answer == null ? null : ProviderText.shorten(answer);
    rejection = seen == null ? null : Failures.of(seen);
    obstacle = seen == null ? null : seen.obstacle();
    if (rejection == null && (counted == null || answer == null)) {
      rejection = Rejection.of(counted == null ? Code.NO_COUNTED : Code.NO_INSTRUCTION);
    }
    return this;
  }
}

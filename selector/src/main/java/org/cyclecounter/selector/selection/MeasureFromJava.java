// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import org.cyclecounter.Counted;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.report.MeasuredReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.selection.ProbeResult.Description;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/** Reads a counter as a program does, in a native child first, then asks its source. */
final class MeasureFromJava implements Callable<ProbeResult> {
  private final ProbeResult probed;
  private final boolean natively;

  /** As {@code Probe.OpenAndMeasure.call}. */
  volatile String call = "ticks()";

  /**
   * Prepares the step.
   *
   * @param natively true to read in a native child first, where one can be made
   */
  MeasureFromJava(ProbeResult probed, boolean natively) {
    this.probed = probed;
    this.natively = natively;
  }

  @Override
  public ProbeResult call() {
    TickSource source = probed.reads(false);
    Measurement measurement = probed.measurement();
    Precision precision = measurement.precision();
    // Where the selector has no library to measure in C, it has none to make a native child with.
    if (natively && measurement.inC() && NativeChild.isOffered()) {
      // As often as a measurement from Java will, which is more often than one in C does.
      int reads = Measurement.readsFromJava(precision.nanosPerRead());
      IsolationResult outcome = NativeChild.probeOpened(source, reads, TimeLimit.seconds());
      if (outcome.result() == IsolationResult.Result.NOT_PROBED) {
        return described(null); // not read so often here without a probe; its number in C stands
      }
      if (!outcome.passed()) {
        return probed.failed(outcome);
      }
    }
    JavaMeasurement seen = measurement.fromJava(source);
    Rejection why = MeasuredReasons.of(seen);
    return why == null ? described(seen) : probed.rejected(why, seen.obstacle());
  }

  /** Adds the source's answers, which are asked after open() and may be third-party code. */
  private ProbeResult described(@Nullable JavaMeasurement seen) {
    CounterSource counter = probed.candidate().source();
    call = "counted()";
    Counted counted = counter.counted();
    if (counted == null) {
      return probed.rejected(Rejection.of(Code.NO_COUNTED));
    }
    call = "instruction()";
    String instruction = counter.instruction();
    return instruction == null
        ? probed.rejected(Rejection.of(Code.NO_INSTRUCTION))
        : probed.with(new Description(seen, counted, ProviderText.shorten(instruction)));
  }
}

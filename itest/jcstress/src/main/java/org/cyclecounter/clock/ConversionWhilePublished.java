// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** One thread publishes segments while another reads and converts. */
@JCStressTest
@Outcome(id = "5, right", expect = ACCEPTABLE, desc = "A reading has one time, within its bound.")
@Outcome(
    expect = FORBIDDEN,
    desc = "The clock begins anew, runs backwards, breaks its bound, or a reading has two times.")
@State
public class ConversionWhilePublished {
  private static final int SEGMENTS = 5;
  private static final int READS = 30;

  private final Ticks counter = new Ticks();
  private final PairCalibration calibration =
      new PairCalibration(
          new PairReader(counter, counter::cycles, 1, 1),
          new TimeSource(
              counter::cycles, InstantSource.fixed(Instant.EPOCH), counter.ticks::addAndGet));
  private final CycleClock clock = new CycleClock(calibration, "");

  /** Counter and clock in one: a nanosecond with each read. */
  private static final class Ticks implements CycleCounter {
    private final AtomicLong ticks = new AtomicLong();

    @Override
    public long cycles() {
      return ticks.incrementAndGet();
    }

    @Override
    public long cyclesPerSecond() {
      return 1_000_000_000;
    }

    @Override
    public String implementation() {
      return "ticks";
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }
  }

  @Actor
  public void publish(LL_Result result) {
    for (int i = 0; i < SEGMENTS; i++) {
      counter.ticks.addAndGet(PairsOnLine.PERIOD_NS);
      calibration.step();
    }
    result.r1 = calibration.segment().index() - calibration.segment().recalibrations();
  }

  @Actor
  public void convert(LL_Result result) {
    result.r2 = converted();
  }

  private String converted() {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < READS; i++) {
      long reading = counter.cycles();
      long nanos = clock.toNanos(reading);
      long now = clock.nanos();
      if (now < latest) {
        return "backwards";
      }
      latest = now;
      if (Math.abs(nanos - reading) > clock.errorBoundNanos(reading)) {
        return "wrong";
      }
      if (nanos != clock.toNanos(reading)) {
        return "two times";
      }
    }
    return "right";
  }
}

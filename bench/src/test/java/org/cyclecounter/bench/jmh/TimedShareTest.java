// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * Two threads in 1 ms each: one does 100 operations, the other 300. 5 µs are an operation's mean.
 */
class TimedShareTest {

  private static final Offset<Double> ROUNDING = within(1e-6);
  private static final TimeUnit UNIT = TimeUnit.MICROSECONDS;
  private static final long DURATION_NS = 1_000_000;

  private static double of(Mode mode, Result<?>... perThread) {
    return TimedShare.nsPerOperation(mode, UNIT, List.of(perThread));
  }

  @Test
  void sharesThroughputAndAverageTimeByOperations() {
    assertThat(
            of(
                Mode.Throughput,
                new ThroughputResult(ResultRole.PRIMARY, "a", 100, DURATION_NS, UNIT),
                new ThroughputResult(ResultRole.PRIMARY, "a", 300, DURATION_NS, UNIT)))
        .isEqualTo(5000, ROUNDING);
    assertThat(
            of(
                Mode.AverageTime,
                new AverageTimeResult(ResultRole.PRIMARY, "a", 100, DURATION_NS, UNIT),
                new AverageTimeResult(ResultRole.PRIMARY, "a", 300, DURATION_NS, UNIT)))
        .isEqualTo(5000, ROUNDING);
  }

  @Test
  void averagesRatesOfSampleTimes() {
    SampleBuffer slow = new SampleBuffer();
    SampleBuffer fast = new SampleBuffer();
    slow.add(10_000);
    slow.add(10_000);
    fast.add(5_000);
    assertThat(
            of(
                Mode.SampleTime,
                new SampleTimeResult(ResultRole.PRIMARY, "a", slow, UNIT),
                new SampleTimeResult(ResultRole.PRIMARY, "a", fast, UNIT)))
        .isEqualTo(2 / (1 / 10_000.0 + 1 / 5_000.0), ROUNDING);
  }

  @Test
  void takesSingleShotForOneOperation() {
    assertThat(
            of(
                Mode.SingleShotTime,
                new SingleShotResult(ResultRole.PRIMARY, "a", 4000, 1, UNIT),
                new SingleShotResult(ResultRole.PRIMARY, "a", 6000, 1, UNIT)))
        .isEqualTo(5000, ROUNDING);
  }

  @Test
  void findsNoTimeWithoutResults() {
    assertThat(of(Mode.Throughput)).isNaN();
  }
}

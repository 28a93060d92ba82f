// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * JMH's measurement of what {@link BesideLoad} measures, in the time that {@code measure} takes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 9, time = 34, timeUnit = TimeUnit.MILLISECONDS)
public class KnownBenchmark {

  /** An operation's name and size. */
  @Param("crc32")
  public String operation;

  private Callable<Object> code;

  /** Makes the operation. */
  @Setup
  public void setUp() throws Exception {
    code = KnownOperations.of(operation);
  }

  /** Does the operation. */
  @Benchmark
  public Object run() throws Exception {
    return code.call();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMH's measurement of the code that {@link BesideJmh} measures with the harness. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MultiplicationsBenchmark {

  private static final int ITERATIONS = 1000;

  /** Multiplications in an iteration. */
  @Param({"1", "2", "5", "10", "30", "100", "300", "1000", "3000", "10000"})
  public int k;

  private Multiplications multiplications;

  /** Makes the code to measure. */
  @Setup
  public void setUp() {
    multiplications = new Multiplications(k);
  }

  /** An iteration is the operation. */
  @Benchmark
  @OperationsPerInvocation(ITERATIONS)
  public void iteration() {
    multiplications.run(ITERATIONS);
  }
}

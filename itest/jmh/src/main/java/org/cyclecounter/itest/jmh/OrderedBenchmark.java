// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.concurrent.TimeUnit;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** An ordered region, empty and with 100 dependent multiplications, from Java and in C. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
@State(Scope.Benchmark)
public class OrderedBenchmark {

  private static final int LOOP = 100;

  private static final CycleCounter COUNTER = CpuCycles.counter();

  @SuppressWarnings("FieldMayBeFinal")
  private CycleCounter counter = CpuCycles.counter();

  @Benchmark
  public long emptyRegion() {
    long start = COUNTER.start();
    return COUNTER.stop() - start;
  }

  @Benchmark
  public long emptyRegionInstanceField() {
    long start = counter.start();
    return counter.stop() - start;
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionInC() {
    return Bare.pairLoop(LOOP);
  }

  /** The same instructions as two functions that C calls by pointer, as any library's are. */
  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionCalledInC() {
    return Bare.pairCallLoop(LOOP);
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionThroughJvmsStubInC() {
    return Bare.pairStubLoop(LOOP);
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionOfGotsc() {
    return Bare.cpuidPairLoop(LOOP);
  }
}

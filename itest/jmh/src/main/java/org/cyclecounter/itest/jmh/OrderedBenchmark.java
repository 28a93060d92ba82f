// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** An empty ordered region, from Java and in C. */
public class OrderedBenchmark extends AverageTime {

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

  /** Two functions that C calls by pointer, as any library's are. */
  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionCalledInC() {
    return Bare.pairCallLoop(LOOP);
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyRegionOfGotsc() {
    return Bare.cpuidPairLoop(LOOP);
  }
}

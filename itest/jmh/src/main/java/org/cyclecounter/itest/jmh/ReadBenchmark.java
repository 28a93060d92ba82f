// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/** One read of the selected counter, by each way to it, beside other clocks. */
@SuppressWarnings("FieldMayBeFinal") // not final: the compiler cannot take them for constants
public class ReadBenchmark extends AverageTime {

  private static final int LOOP = 1000;

  private static final CycleCounter COUNTER = CpuCycles.counter();

  private CycleCounter counter = CpuCycles.counter();
  private CycleCounter selected = select();
  private CycleCounter[] four = {select(), select(), select(), select()};
  private TickSource nothing;

  private static CycleCounter select() {
    return CycleCounterSelector.builder().build().select().counter();
  }

  @Setup
  public void open() throws CounterUnavailableException {
    nothing = Bare.linkedNothing();
  }

  @Benchmark
  public long cpuCycles() {
    return CpuCycles.cycles();
  }

  @Benchmark
  public long staticFinalField() {
    return COUNTER.cycles();
  }

  @Benchmark
  public long instanceField() {
    return counter.cycles();
  }

  @Benchmark
  public long selectedInstanceField() {
    return selected.cycles();
  }

  /** A call site at which the compiler sees four counters. */
  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long oneOfFour() {
    long sum = 0;
    for (int i = 0; i < LOOP; i++) {
      sum += four[i & 3].cycles();
    }
    return sum;
  }

  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long bareInstructionInC() {
    return Bare.ticksLoop(LOOP);
  }

  /** Fails where there is no libcpucycles. */
  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long libcpucyclesInC(Libcpucycles library) {
    return Bare.callLoop(library.cpucycles, LOOP);
  }

  @Benchmark
  public long emptyCall() {
    return nothing.ticks();
  }

  @Benchmark
  public long emptyCallByPlainJni() {
    return Bare.nothing();
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long emptyCallInC() {
    return Bare.callLoop(Bare.nothingAddress(), LOOP);
  }
}

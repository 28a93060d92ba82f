// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;

/**
 * Operations of {@value #TIMES} reads each, whose instructions are counted: {@code
 * itest/jmh/instructions}. RDTSC stands in for RDPMC, which is as many instructions.
 */
public final class Reads {

  /** The reads of each operation. */
  static final int TIMES = 100;

  /** Operations after which linking has begun. */
  private static final int UNTIL_LINKED = 20;

  private Reads() {}

  /** Reads the time-stamp counter as programs do, by {@code CpuCycles.cycles()}. */
  public static final class Cycles implements Callable<Object> {
    static {
      System.setProperty("org.cyclecounter.include", "amd64-tsc"); // the same on every machine
    }

    /** Reads until the counter is linked, which another thread does: hundreds of times slower. */
    public Cycles() throws InterruptedException {
      for (int i = 0; i < UNTIL_LINKED; i++) {
        call();
      }
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("cyclecounter-linking")) {
          thread.join();
        }
      }
    }

    @Override
    public Object call() {
      long sum = 0;
      for (int i = 0; i < TIMES; i++) {
        sum += CpuCycles.cycles();
      }
      return sum;
    }
  }

  /** Reads a mapped perf event by a linked counter in a static final field. */
  public static final class MappedCycles implements Callable<Object> {
    private static final CycleCounter COUNTER =
        CycleCounterSelector.builder()
            .providers(List.of(new MappedRead()))
            .include("mapped-read")
            .isolation(Isolation.NONE)
            .build()
            .select()
            .counter();

    @Override
    public Object call() {
      long sum = 0;
      for (int i = 0; i < TIMES; i++) {
        sum += COUNTER.cycles();
      }
      return sum;
    }
  }
}

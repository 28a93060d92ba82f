// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.clock.CycleClock;
import org.cyclecounter.itest.stress.ProcessState.Memory;
import org.cyclecounter.selector.CpuCycles;

/**
 * Makes and closes many clocks, and compares the process before, in the middle and at the end: no
 * thread, no class and no memory may be left. Ends with status 1 if anything was. Option: {@code
 * --clocks N}, 1,000 unless given.
 */
public final class ManyClocks {

  private static final String THREAD = "cyclecounter-clock";

  /** Clocks that are made before, so that every class is loaded. */
  private static final int WARM_UP = 20;

  private static volatile long sink;

  private ManyClocks() {}

  /**
   * Runs.
   *
   * @param arguments the option
   * @throws IOException if /proc cannot be read
   * @throws InterruptedException never
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    long clocks = new Options(arguments, "clocks").number("clocks", 1000);
    make(WARM_UP);
    ProcessState before = Comparison.before();
    long beginNs = System.nanoTime();
    make(clocks / 2);
    ProcessState middle = ProcessState.now();
    make(clocks - clocks / 2);
    long seconds = (System.nanoTime() - beginNs) / 1_000_000_000;
    Comparison comparison = Comparison.withNow(before, middle);
    long classes = classes(ProcessState.now()) - classes(before);
    System.out.printf("clocks: %d in %d s; classes: %+d%n", clocks, seconds, classes);
    System.out.println(comparison);
    boolean good = comparison.leaks() == 0 && classes <= 0;
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    System.exit(good ? 0 : 1);
  }

  private static long classes(ProcessState state) {
    return state.memory().get(Memory.CLASSES);
  }

  /** Returns when the clocks' thread has ended. */
  private static void make(long clocks) throws InterruptedException {
    CycleCounter counter = CpuCycles.counter();
    for (long i = 0; i < clocks; i++) {
      try (CycleClock clock = CycleClock.of(counter)) {
        sink = clock.nanos() + clock.toNanos(counter.cycles());
      }
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals(THREAD)) {
        thread.join();
      }
    }
  }
}

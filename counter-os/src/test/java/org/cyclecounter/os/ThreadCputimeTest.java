// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** A thread's CPU time is its own, and stands still while it sleeps. */
class ThreadCputimeTest {

  private static final long RUN_NS = 100_000_000;

  /** Returns the rise of a new thread's counter during a task. */
  static final class Measured extends Thread {
    private final TickSource open;
    private final Runnable doing;
    private long rise;

    Measured(TickSource open, Runnable doing) {
      this.open = open;
      this.doing = doing;
      start();
    }

    @Override
    public void run() {
      long first = open.ticks();
      doing.run();
      rise = open.ticks() - first;
    }

    long rise() throws InterruptedException {
      join();
      return rise;
    }
  }

  /** Not the wall clock's: a busy machine may give a thread a twentieth of it. */
  private static long cpuTimeNs() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  static void spin(long cpuNs) {
    long beginNs = cpuTimeNs();
    while (cpuTimeNs() - beginNs < cpuNs) {
      Thread.onSpinWait();
    }
  }

  @Test
  void countsOneThreadOnly() throws Exception {
    try (TickSource open = ProviderContract.open(new ThreadCputime())) {
      // This thread waits while the other works: the counter of the process would rise as far.
      long first = open.ticks();
      long spinning = new Measured(open, () -> spin(RUN_NS)).rise();
      assertThat(spinning).isGreaterThan(4 * (open.ticks() - first));
      // A new thread begins at 0: it does not go on from the time of the one before.
      long[] start = new long[1];
      new Measured(open, () -> start[0] = open.ticks()).rise();
      assertThat(start[0]).isLessThan(spinning);
    }
  }

  @Test
  void aFullSecondOfTicksIsASecond() {
    try (TickSource open = ProviderContract.open(new ThreadCputime())) {
      long hz = ((Scaling.TicksPerSecond) new ThreadCputime().scaling()).hz();
      long beginNs = cpuTimeNs();
      long first = open.ticks();
      spin(RUN_NS);
      double ranNs = (open.ticks() - first) * (1e9 / hz);
      assertThat(ranNs / (cpuTimeNs() - beginNs)).isBetween(0.8, 1.2);
    }
  }
}

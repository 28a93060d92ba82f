// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CompletableFuture;
import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

class ThreadCputimeTest {

  /** Far more than the calls around a reading take. */
  private static final long RUN_NS = 20_000_000;

  /** The JVM's own reading of the calling thread's CPU time. */
  private static long cpuTimeNs() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadCpuTime();
  }

  private static void spin() {
    long beginNs = cpuTimeNs();
    while (cpuTimeNs() - beginNs < RUN_NS) {
      Thread.onSpinWait();
    }
  }

  /** The counter of the process, or of another thread, is outside by what that has run. */
  private static void assertCountsCallingThread(TickSource open, double nsPerTick) {
    double beforeNs = cpuTimeNs();
    double countedNs = open.ticks() * nsPerTick;
    double afterNs = cpuTimeNs();
    // macOS gives the JVM whole microseconds.
    assertThat(countedNs).isBetween(beforeNs - 1_000, afterNs + 1_000);
  }

  @Test
  void countsTimeOfCallingThreadAlone() {
    ThreadCputime counter = new ThreadCputime();
    try (TickSource open = ProviderContract.open(counter)) {
      double nsPerTick = 1e9 / ((Scaling.TicksPerSecond) counter.scaling()).hz();
      CompletableFuture.runAsync(
              () -> {
                spin();
                assertCountsCallingThread(open, nsPerTick);
              })
          .join();
      assertCountsCallingThread(open, nsPerTick);
      spin();
      assertCountsCallingThread(open, nsPerTick);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/**
 * Events are opened for each thread that reads, count that thread alone, and are closed with it.
 */
class TaskClockTest {

  private static final long SPIN_NS = 50_000_000;
  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(2);

  private static long openEvents() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(TaskClockTest::isEvent).count();
    }
  }

  private static boolean isEvent(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains("[perf_event]");
    } catch (IOException e) {
      return false; // closed since the listing
    }
  }

  private static void awaitAtMost(long events) throws IOException {
    long beginNs = System.nanoTime();
    while (openEvents() > events && System.nanoTime() - beginNs < LIMIT_NS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anEventIsOpenedForEachThreadAndClosedWhenItEnds() throws Exception {
    try (TickSource open = ProviderContract.open(new TaskClock())) {
      long before = openEvents(); // of this thread
      int threads = 8;
      CountDownLatch read = new CountDownLatch(threads);
      CountDownLatch end = new CountDownLatch(1);
      Thread[] all = new Thread[threads];
      for (int i = 0; i < threads; i++) {
        all[i] =
            new Thread(
                () -> {
                  open.ticks();
                  open.ticks();
                  read.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        all[i].start();
      }
      read.await();
      assertThat(openEvents() - before).isEqualTo(threads);
      end.countDown();
      for (Thread thread : all) {
        thread.join();
      }
      // join returns when Java is done with the thread; its destructors run just after that.
      awaitAtMost(before);
      assertThat(openEvents()).isEqualTo(before);
    }
  }

  @Test
  void aThreadSeesItsOwnCountOnly() throws Exception {
    try (TickSource open = ProviderContract.open(new TaskClock())) {
      long before = openEvents();
      long first = open.ticks();
      long spinning =
          new ThreadCputimeTest.Measured(open, () -> ThreadCputimeTest.spin(SPIN_NS)).rise();
      assertThat(spinning).isGreaterThan(4 * (open.ticks() - first)); // this thread has waited
      awaitAtMost(before); // another test counts events
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/**
 * Events are opened for each thread that reads, count that thread alone, and are closed with it.
 */
class TaskClockTest {

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
  void opensEventForEachThreadUntilItEnds() throws Exception {
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

  /** A thread that works gets ahead of one that waits, unless each sees the other's count, too. */
  @Test
  void countsCallingThreadAlone() throws Exception {
    try (TickSource open = ProviderContract.open(new TaskClock())) {
      long before = openEvents();
      AtomicLong worked = new AtomicLong();
      AtomicBoolean isEnd = new AtomicBoolean();
      long first = open.ticks();
      Thread working =
          new Thread(
              () -> {
                long start = open.ticks();
                while (!isEnd.get()) {
                  worked.set(open.ticks() - start);
                }
              });
      working.start();
      long beginNs = System.nanoTime();
      boolean isAhead;
      do {
        Thread.sleep(1);
        isAhead = worked.get() > open.ticks() - first;
      } while (!isAhead && System.nanoTime() - beginNs < LIMIT_NS);
      isEnd.set(true);
      working.join();
      assertThat(isAhead).isTrue();
      awaitAtMost(before); // another test counts events
    }
  }
}

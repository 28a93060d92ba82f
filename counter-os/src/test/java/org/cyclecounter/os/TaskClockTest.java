// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
      Callable<Long> reading =
          () -> {
            open.ticks();
            read.countDown();
            read.await(); // so that each thread makes one reading
            return open.ticks();
          };
      ExecutorService all = Executors.newFixedThreadPool(threads);
      all.invokeAll(Collections.nCopies(threads, reading));
      assertThat(openEvents() - before).isEqualTo(threads);
      all.shutdown();
      assertThat(all.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
      // Java is done with the threads then; their destructors run just after that.
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

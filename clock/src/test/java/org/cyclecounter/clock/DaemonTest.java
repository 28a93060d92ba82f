// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread, and the clocks on this machine's own clock. */
@Timeout(300)
class DaemonTest {

  private static final String NAME = "cyclecounter-clock";

  /** A counter in time of this machine, which tells when it has been read some times more. */
  private static final class RealCounter implements CycleCounter {
    private volatile boolean isBroken;
    private volatile CountDownLatch reads = new CountDownLatch(0);

    void awaitReads(int count) throws InterruptedException {
      reads = new CountDownLatch(count);
      reads.await();
    }

    @Override
    public long cycles() {
      reads.countDown();
      if (isBroken) {
        throw new IllegalStateException("not now");
      }
      return 3 * System.nanoTime();
    }

    @Override
    public long cyclesPerSecond() {
      return 3_000_000_000L;
    }

    @Override
    public String implementation() {
      return "real";
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(NAME))
        .toList();
  }

  private static void joinAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void oneDaemonThreadServesAllClocksAndEndsWithTheLast() throws InterruptedException {
    joinAll(threads()); // of the tests before
    RealCounter counter = new RealCounter();
    List<CycleClock> clocks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clocks.add(CycleClock.of(counter));
    }
    List<Thread> threads = threads();
    assertThat(threads).hasSize(1);
    Thread thread = threads.get(0);
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getContextClassLoader()).isNull();
    counter.awaitReads(10 * 100 * 3); // thrice each
    assertThat(threads()).containsExactly(thread);
    clocks.forEach(CycleClock::close);
    thread.join();
    assertThat(threads()).isEmpty();
    clocks.forEach(CycleClock::close); // again
    try (CycleClock another = CycleClock.of(counter)) {
      assertThat(threads()).hasSize(1);
      assertThat(another.recalibrations()).isNotNegative();
    }
    joinAll(threads());
  }

  @Test
  void calibratesOnAfterACounterHasThrown() throws InterruptedException {
    RealCounter counter = new RealCounter();
    try (CycleClock clock = CycleClock.of(counter)) {
      counter.isBroken = true;
      counter.awaitReads(3);
      counter.isBroken = false;
      counter.awaitReads(300);
      assertThat(clock.toNanos(counter.cycles()))
          .isLessThanOrEqualTo(System.nanoTime() + 1_000_000);
    }
  }

  @Test
  void forgottenClockEndsTheThread() throws InterruptedException {
    RealCounter counter = new RealCounter();
    WeakReference<CycleClock> forgotten = new WeakReference<>(CycleClock.of(counter));
    List<Thread> threads = threads();
    while (!forgotten.refersTo(null) || threads.stream().anyMatch(Thread::isAlive)) {
      System.gc();
      Thread.yield();
    }
    assertThat(threads()).isEmpty();
  }

  @Test
  void closedClockConverts() throws InterruptedException {
    RealCounter counter = new RealCounter();
    CycleClock clock = CycleClock.of(counter);
    clock.close();
    joinAll(threads());
    long before = System.nanoTime();
    long cycles = counter.cycles();
    long after = System.nanoTime();
    long bound = clock.errorBoundNanos(cycles);
    assertThat(clock.toNanos(cycles)).isBetween(before - bound, after + bound);
    assertThat(clock.nanos()).isGreaterThanOrEqualTo(after - bound);
    assertThat(clock.errorBoundNanos(cycles + 3_000_000_000_000L)).isGreaterThan(bound);
  }

  /** There is no counter beside this module's tests. */
  @Test
  void bestReadsTheClockAndSaysWhy() {
    try (CycleClock clock = CycleClock.best()) {
      assertThat(clock.counter()).isEqualTo("default-monotonic");
      assertThat(clock.reason())
          .isEqualTo(
              "default-monotonic, the best counter of scope SYSTEM, is no better than"
                  + " System.nanoTime");
      long before = System.nanoTime();
      assertThat(clock.nanos()).isBetween(before - 100_000, System.nanoTime() + 100_000);
    }
  }

  @Test
  void conversionsAllocateNothing() throws InterruptedException {
    RealCounter counter = new RealCounter();
    try (CycleClock clock = CycleClock.of(counter)) {
      long cycles = counter.cycles();
      counter.awaitReads(300); // some segments
      var threads =
          (com.sun.management.ThreadMXBean)
              java.lang.management.ManagementFactory.getThreadMXBean();
      long sum = convert(clock, cycles, counter.cycles());
      long before = threads.getCurrentThreadAllocatedBytes();
      sum += convert(clock, cycles, counter.cycles());
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(sum).isNotZero();
      assertThat(allocated).isZero();
    }
  }

  private static long convert(CycleClock clock, long old, long fresh) {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += clock.toNanos(old) + clock.toEpochNanos(fresh) + clock.errorBoundNanos(old);
      sum += clock.nanos();
    }
    return sum;
  }
}

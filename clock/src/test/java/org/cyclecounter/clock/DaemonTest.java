// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    private volatile CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

    void awaitReads(int count) throws InterruptedException {
      reads = new CountDownLatch(count);
      reads.await();
    }

    @Override
    public long cycles() {
      reads.countDown();
      answer.join();
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

  @Test
  void servesClocksByOneThreadWhichEndsWithTheLast() throws InterruptedException {
    for (Thread earlier : threads()) { // of the tests before
      earlier.join();
    }
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
    CycleClock closed = clocks.get(0);
    closed.close(); // again
    long before = System.nanoTime();
    long cycles = counter.cycles();
    long after = System.nanoTime();
    long bound = closed.errorBoundNanos(cycles);
    assertThat(closed.toNanos(cycles)).isBetween(before - bound, after + bound);
    assertThat(closed.nanos()).isGreaterThanOrEqualTo(after - bound);
    assertThat(closed.errorBoundNanos(cycles + 3_000_000_000_000L)).isGreaterThan(bound);
    try (CycleClock another = CycleClock.of(counter)) {
      assertThat(threads()).hasSize(1);
      assertThat(another.recalibrations()).isNotNegative();
    }
  }

  @Test
  void calibratesOnAfterCounterHasThrown() throws InterruptedException {
    RealCounter counter = new RealCounter();
    try (CycleClock clock = CycleClock.of(counter)) {
      counter.isBroken = true;
      counter.awaitReads(3);
      counter.isBroken = false;
      counter.awaitReads(300);
      assertThat(clock.counter()).isEqualTo("real");
    }
  }

  @Test
  void calibratesOnWhereAnotherCounterDoesNotReturn() throws InterruptedException {
    RealCounter hanging = new RealCounter();
    RealCounter counter = new RealCounter();
    try (CycleClock stuck = CycleClock.of(hanging);
        CycleClock clock = CycleClock.of(counter)) {
      assertThat(stuck.counter()).isEqualTo(clock.counter());
      hanging.answer = new CompletableFuture<>();
      List<Thread> threads = threads();
      while (threads().equals(threads)) { // asks for the bound of a time to come
        assertThat(clock.errorBoundNanos(3 * System.nanoTime() + 3_000_000_000L)).isPositive();
        threads.get(0).join(10);
      }
      counter.awaitReads(300);
    } finally {
      hanging.answer.complete(null);
    }
  }

  @Test
  void endsThreadOfForgottenClock() throws InterruptedException {
    RealCounter counter = new RealCounter();
    WeakReference<CycleClock> forgotten = new WeakReference<>(CycleClock.of(counter));
    List<Thread> threads = threads();
    while (!forgotten.refersTo(null) || threads.stream().anyMatch(Thread::isAlive)) {
      System.gc();
      for (Thread thread : threads) {
        thread.join(100);
      }
    }
    assertThat(threads()).isEmpty();
  }

  /** There is no counter beside this module's tests. */
  @Test
  void readsClockWhereNoCounterIsBetter() {
    try (CycleClock clock = CycleClock.best()) {
      assertThat(clock.counter()).isEqualTo("default-monotonic");
      assertThat(clock.reason())
          .isEqualTo(
              "default-monotonic, the best counter of scope SYSTEM, is no better than"
                  + " System.nanoTime");
    }
  }
}

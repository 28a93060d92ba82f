// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** Counters that are taken away between two readings. */
class FailoverCounterTest {

  private static final class Losable implements TickSource {
    private final CounterLostException loss = new CounterLostException("taken away");
    private final AtomicInteger now = new AtomicInteger();
    private volatile boolean lost;
    private volatile boolean unreadable;

    @Override
    public long ticks() {
      if (lost) {
        throw loss;
      }
      if (unreadable) {
        throw new IllegalStateException("no event for this thread");
      }
      return now.incrementAndGet();
    }

    CycleCounter counter(String name) {
      return new TickCounter(this, name, Scope.THREAD, 1);
    }
  }

  private final Losable first = new Losable();
  private final Losable second = new Losable();
  private final CycleCounter last = TickCounter.zero("last", 1);
  private final FallbackChain chain =
      new FallbackChain(
          "first", first.ticks(), List.of(second.counter("second"), last), new long[] {7, 0});
  private final FailoverCounter counter = new FailoverCounter(first.counter("first"), chain);

  @Test
  void eachKindOfReadGoesOnWithTheNextCounterFarAbove() {
    long before = counter.stop();
    first.lost = true;
    long start = counter.start();
    assertThat(start - before).isGreaterThan(1L << 59);
    assertThat(counter.implementation()).isEqualTo("second");
    first.lost = false; // that it is back changes nothing
    assertThat(counter.cycles() - start).isEqualTo(1);
    second.lost = true;
    assertThat(counter.stop() - start).isGreaterThan(1L << 59);
    assertThat(counter.cycles()).isEqualTo(counter.cycles());
    assertThat(counter.implementation()).isEqualTo("last");
    assertThat(counter.scope()).isEqualTo(Scope.SYSTEM);
    assertThat(chain.losses())
        .containsExactly(
            new FallbackChain.Loss("first", "taken away"),
            new FallbackChain.Loss("second", "taken away"));
  }

  @Test
  void aThreadThatCannotHaveItsOwnTakesAllToTheNextCounter() {
    long before = counter.cycles();
    first.unreadable = true;
    assertThat(counter.cycles() - before).isGreaterThan(1L << 59);
    first.unreadable = false;
    assertThat(counter.implementation()).isEqualTo("second");
    assertThat(chain.losses())
        .containsExactly(new FallbackChain.Loss("first", "no event for this thread"));
  }

  @Test
  void aCounterLinkedAnewGoesOnWhereItWas() {
    first.lost = true;
    long before = counter.cycles();
    chain.relink(0, second.counter("second"));
    assertThat(counter.cycles() - before).isEqualTo(1);
    assertThat(chain.losses()).hasSize(1);
  }

  @Test
  void manyThreadsThatLoseItAtOnceMakeOneLoss() throws Exception {
    CountDownLatch ready = new CountDownLatch(8);
    CountDownLatch go = new CountDownLatch(1);
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                ready.countDown();
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int read = 0; read < 1000; read++) {
                  counter.cycles();
                }
              });
      threads[i].start();
    }
    ready.await();
    first.lost = true;
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(chain.losses()).hasSize(1);
    assertThat(second.now.get()).isEqualTo(8000);
  }

  @Test
  void aListenerIsToldUntilItEndsListening() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    AtomicInteger afterItsEnd = new AtomicInteger();
    chain.onLoss(now -> told.countDown());
    chain
        .onLoss(
            now -> {
              afterItsEnd.incrementAndGet();
            })
        .run();
    first.lost = true;
    counter.cycles();
    assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(afterItsEnd).hasValue(0);
  }
}

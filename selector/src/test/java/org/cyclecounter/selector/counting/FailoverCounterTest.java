// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;
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
  private final CycleCounter last = TickCounter.zero(1);
  private final FallbackChain chain =
      new FallbackChain(
          List.of(first.counter("first"), second.counter("second"), last),
          new long[] {first.ticks(), 7, 0});
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
    assertThat(counter.implementation()).isEqualTo(TickCounter.ZERO);
    assertThat(counter.scope()).isEqualTo(Scope.SYSTEM);
    assertThat(chain.losses())
        .containsExactly(
            new FallbackChain.Loss("first", "startTicks()", first.loss),
            new FallbackChain.Loss("second", "stopTicks()", second.loss));
  }

  @Test
  void aThreadThatCannotHaveItsOwnTakesAllToTheNextCounter() {
    long before = counter.cycles();
    first.unreadable = true;
    assertThat(counter.cycles() - before).isGreaterThan(1L << 59);
    first.unreadable = false;
    assertThat(counter.implementation()).isEqualTo("second");
    assertThat(chain.losses())
        .singleElement()
        .satisfies(loss -> assertThat(loss.name()).isEqualTo("first"))
        .satisfies(loss -> assertThat(loss.thrown()).hasMessage("no event for this thread"));
  }

  /** Throws whatever a test wants, and is only a counter in between. */
  private static final class Throwing implements TickSource {
    private final long[] depths = new long[1];
    private @Nullable Throwable thrown;

    @Override
    public long ticks() {
      if (thrown != null) {
        sneak(thrown);
      }
      return 5;
    }

    long recurse() {
      return depths[0]++ + recurse();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void sneak(Throwable e) throws T {
      throw (T) e;
    }
  }

  private static FailoverCounter before(TickSource source, CycleCounter next) {
    CycleCounter first = new TickCounter(source, "throwing", Scope.THREAD, 1);
    return new FailoverCounter(first, new FallbackChain(List.of(first, next), new long[] {5, 0}));
  }

  @Test
  void whateverAReadThrowsIsALoss() {
    List<Throwable> all =
        List.of(
            new ArrayIndexOutOfBoundsException(7),
            new IOException("unchecked by its thrower"),
            new OutOfMemoryError("of the counter's own making"),
            new NoClassDefFoundError("com/acme/Gone"),
            new InternalError("a page that is gone"),
            new ThreadDeath(),
            new Throwable());
    for (Throwable thrown : all) {
      Throwing source = new Throwing();
      FailoverCounter throwing = before(source, last);
      assertThat(throwing.stop()).isEqualTo(5);
      source.thrown = thrown;
      assertThat(throwing.start()).isGreaterThan(1L << 59);
      assertThat(throwing.implementation()).isEqualTo(TickCounter.ZERO);
      assertThat(throwing.chain().losses())
          .containsExactly(new FallbackChain.Loss("throwing", "startTicks()", thrown));
    }
  }

  @Test
  void aReadThatFillsTheStackIsALossAndAFullStackIsNone() {
    Throwing source = new Throwing();
    FailoverCounter recursing = before(source::recurse, last);
    assertThat(recursing.cycles()).isGreaterThan(1L << 59);

    FailoverCounter harmless = before(source, last);
    assertThat(readsAtTheEndOfTheStack(harmless)).isTrue();
    assertThat(harmless.cycles()).isEqualTo(5);
    assertThat(harmless.chain().losses()).isEmpty();
  }

  /** Reads ever deeper in the stack until that is full. */
  private static boolean readsAtTheEndOfTheStack(CycleCounter counter) {
    try {
      counter.cycles();
      return readsAtTheEndOfTheStack(counter);
    } catch (StackOverflowError e) {
      return true;
    }
  }

  @Test
  void aProgramThatStopsItsThreadStopsIt() {
    Throwing source = new Throwing();
    FailoverCounter stopped = before(source, last);
    source.thrown = new ThreadDeath();
    source.thrown.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("java.lang.Thread", "stop", "", 1)});
    assertThatThrownBy(stopped::cycles).isSameAs(source.thrown);
    assertThat(stopped.chain().losses()).isEmpty();
  }

  @Test
  void anyNumberOfLossesKeepsReadingsRising() {
    for (int number : new int[] {1, 5, 6, 7, 8, 9, 20, 256, 3000}) {
      List<Losable> counters = new ArrayList<>();
      for (int i = 0; i <= number; i++) {
        counters.add(new Losable());
      }
      List<CycleCounter> order = counters.stream().map(next -> next.counter("n")).toList();
      FailoverCounter many =
          new FailoverCounter(order.get(0), new FallbackChain(order, new long[number + 1]));
      long origin = many.cycles();
      long before = origin;
      for (int i = 0; i < number; i++) {
        counters.get(i).lost = true;
        long after = many.cycles();
        assertThat(after - before)
            .as("loss %d of %d", i + 1, number)
            .isGreaterThan(i < 5 ? 1L << 59 : 1L << 48);
        assertThat(after - origin).isPositive();
        before = after;
      }
      assertThat(many.chain().losses()).hasSize(number);
    }
  }

  @Test
  void aLossNeedsNoMonitorOfTheChain() throws Exception {
    first.lost = true;
    Thread reader = new Thread(counter::cycles);
    synchronized (chain) {
      reader.start();
      reader.join(TimeUnit.MINUTES.toMillis(1));
      assertThat(reader.isAlive()).isFalse();
    }
  }

  @Test
  void aCounterLinkedAnewGoesOnWhereItWas() {
    first.lost = true;
    long before = counter.cycles();
    chain.relink(1, second.counter("second"));
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
    chain.onLoss(told::countDown);
    chain
        .onLoss(
            () -> {
              afterItsEnd.incrementAndGet();
            })
        .run();
    first.lost = true;
    counter.cycles();
    assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(afterItsEnd).hasValue(0);
  }
}

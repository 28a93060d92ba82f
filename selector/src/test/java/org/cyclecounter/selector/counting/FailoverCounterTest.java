// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.selector.Raising.raise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  /** Counts its reads until one throws. */
  private static final class Losable implements TickSource {
    private final AtomicInteger now = new AtomicInteger();
    private volatile @Nullable Throwable thrown;

    void lose() {
      thrown = new CounterLostException("taken away");
    }

    @Override
    public long ticks() {
      Throwable e = thrown;
      return e == null ? now.incrementAndGet() : raise(e);
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

  private static FailoverCounter before(TickSource source, CycleCounter... next) {
    CycleCounter first = new TickCounter(source, "throwing", Scope.THREAD, 1);
    List<CycleCounter> order = new ArrayList<>(List.of(next));
    order.add(0, first);
    return new FailoverCounter(first, new FallbackChain(order, new long[order.size()]));
  }

  @Test
  void takesWhateverAReadThrowsForALoss() {
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
      Losable source = new Losable();
      FailoverCounter throwing = before(source, last);
      assertThat(throwing.stop()).isEqualTo(1);
      source.thrown = thrown;
      assertThat(throwing.start()).isGreaterThan(1L << 59);
      assertThat(throwing.implementation()).isEqualTo(TickCounter.ZERO);
      assertThat(throwing.chain().losses())
          .containsExactly(new FallbackChain.Loss("throwing", "startTicks()", thrown));
    }
  }

  private static long recurse(long depth) {
    return recurse(depth + 1) + 1;
  }

  @Test
  void throwsFullStackOfAnyCounterAndLosesNone() {
    CycleCounter full = new TickCounter(() -> recurse(0), "full", Scope.SYSTEM, 1);
    FailoverCounter recursing = before(() -> recurse(0), last);
    assertThatThrownBy(recursing::cycles).isInstanceOf(StackOverflowError.class);
    assertThat(recursing.chain().losses()).isEmpty();
    FailoverCounter next = before(() -> raise(new IOException()), full);
    assertThatThrownBy(next::stop).isInstanceOf(StackOverflowError.class);
    assertThat(next.chain().losses())
        .extracting(FallbackChain.Loss::call)
        .containsExactly("stopTicks()");
  }

  @Test
  void risesThroughAnyNumberOfLosses() {
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
        counters.get(i).lose();
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
  void needsNoMonitorOfTheChainForALoss() throws Exception {
    first.lose();
    Thread reader = new Thread(counter::cycles);
    synchronized (chain) {
      reader.start();
      reader.join(TimeUnit.MINUTES.toMillis(5));
      assertThat(reader.isAlive()).isFalse();
    }
  }

  @Test
  void goesOnWhereItWasWhenItIsLinkedAnew() {
    first.lose();
    long before = counter.cycles();
    first.thrown = null; // that it is back changes nothing
    chain.relink(1, second.counter("second"));
    assertThat(counter.cycles() - before).isEqualTo(1);
    assertThat(chain.losses()).hasSize(1);
  }

  /** Its exception comes when two losses have been noticed by a reading that has begun later. */
  @Test
  void ignoresExceptionOfCounterThatIsNoLongerRead() {
    second.lose();
    FailoverCounter[] made = {counter};
    boolean[] isNested = {false};
    TickSource late =
        () -> {
          if (!isNested[0]) {
            isNested[0] = true;
            made[0].cycles();
            second.thrown = null;
          }
          throw new IllegalStateException();
        };
    made[0] = before(late, second.counter("second"), last);
    made[0].cycles();
    assertThat(made[0].implementation()).isEqualTo(TickCounter.ZERO);
    assertThat(made[0].chain().losses())
        .extracting(loss -> loss.name() + " " + loss.call())
        .containsExactly("throwing ticks()", "second ticks()");
  }
}

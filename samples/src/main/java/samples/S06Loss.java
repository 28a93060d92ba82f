// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/*
 * 06. Lose a counter.
 *
 * Prints:
 *   counting by sample-fast
 *   lost in between: no measurement; now by sample-steady
 *   sample-fast REJECTED: lost while it was in use: the kernel has taken it away
 *
 * Trap: the kernel, or its operator, may take a counter away at any time. Reads never throw for
 * that: they go on with the next best counter, so far above that no difference across the loss can
 * be taken for a measurement. A program that sums differences up must leave that one out.
 */
public final class S06Loss {

  /** No region takes as long: seven years. */
  private static final long LOST = 1L << 59;

  private static volatile boolean isTaken;

  private S06Loss() {}

  /** A counter of the program's own, which stands for one that the kernel may forbid. */
  private record Source(String name, CounterKind kind, Scaling scaling, TickSource open)
      implements CounterSource {
    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public boolean mayCrash() {
      return false;
    }
  }

  private static long takenAway() {
    if (isTaken) {
      throw new CounterLostException("the kernel has taken it away");
    }
    return System.nanoTime();
  }

  public static void main(String[] arguments) throws InterruptedException {
    CounterSource fast =
        new Source("sample-fast", CounterKind.ON_CORE, Scaling.none(), S06Loss::takenAway);
    CounterSource steady =
        new Source(
            "sample-steady",
            CounterKind.FIXED_RESOLUTION,
            Scaling.ticksPerSecond(1_000_000_000),
            System::nanoTime);
    CycleCounterProvider provider = () -> List.of(fast, steady);

    CountDownLatch told = new CountDownLatch(1);
    CycleCounterSelector selector =
        CycleCounterSelector.builder()
            .providers(List.of(provider)) // leave this out, and all on the path are tried
            .onLoss(report -> told.countDown())
            .build();
    try (Selected selected = selector.select()) {
      CycleCounter counter = selected.counter();
      System.out.println("counting by " + counter.implementation());
      long start = counter.start();
      isTaken = true;
      long cycles = counter.stop() - start;
      System.out.println(
          cycles < LOST
              ? cycles + " cycles"
              : "lost in between: no measurement; now by " + counter.implementation());
      told.await(); // on a thread of its own
      selected.report().counters().stream()
          .filter(each -> each.name().equals("sample-fast"))
          .forEach(
              each ->
                  System.out.println(each.name() + " " + each.verdict() + ": " + each.reason()));
    }
  }
}

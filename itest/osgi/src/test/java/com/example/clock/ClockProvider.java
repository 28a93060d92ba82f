// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * A user's own counter, which can be taken away and tells that it is closed. It rises with the
 * JVM's clock, by 1 with each reading in between: so its resolution, and with it its rank, does not
 * depend on when a busy machine compiles it.
 */
public final class ClockProvider implements CycleCounterProvider {

  /** The system property that says in which count sources are that are opened from now on. */
  public static final String COUNT = "com.example.clock.count";

  /** The system property with the number of open sources of a count begins so and ends with it. */
  public static final String OPEN = "com.example.clock.open.";

  /** Longer than some readings take, interpreted ones, too. */
  private static final long STEP_NS = 400_000;

  @Override
  public List<CounterSource> counters() {
    // On the core, so that it wins; a child JVM is needed only where the provider is listed.
    return List.of(
        new Clock("example-clock", CounterKind.ON_CORE, Scope.SYSTEM, Scaling.none(), false));
  }

  private record Clock(
      String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
      implements CounterSource {

    @Override
    public TickSource open() {
      Ticks ticks = new Ticks();
      count(ticks.open, 1);
      return ticks;
    }
  }

  private static void count(String open, int change) {
    synchronized (System.class) { // of whichever bundle's class
      System.setProperty(open, Integer.toString(Integer.getInteger(open, 0) + change));
    }
  }

  private static final class Ticks implements TickSource {
    private final String open = OPEN + System.getProperty(COUNT, "");
    private final AtomicLong last = new AtomicLong();

    @Override
    public long ticks() {
      return last.incrementAndGet() + System.nanoTime() / STEP_NS * STEP_NS;
    }

    @Override
    public void close() {
      count(open, -1);
    }
  }
}

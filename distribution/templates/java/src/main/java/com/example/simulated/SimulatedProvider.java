// SPDX-License-Identifier: Apache-2.0
package com.example.simulated;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * The cycle counter of a simulated processor. It rises by the same number of cycles at every read,
 * so that tests measure the same each time. With a step of 1 no real counter is as precise; with
 * the default of 1000 most are better.
 */
public final class SimulatedProvider implements CycleCounterProvider {

  /** The system property with the cycles from one read to the next, positive; 1000 unless set. */
  public static final String STEP_PROPERTY = "com.example.simulated.step";

  /** For {@link java.util.ServiceLoader}. */
  public SimulatedProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new SimulatedCycles());
  }

  private static final class SimulatedCycles implements CounterSource {
    @Override
    public String name() {
      return "simulated-cycles";
    }

    @Override
    public CounterKind kind() {
      return CounterKind.ON_CORE; // cycles of the processor itself: no penalty
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none(); // ticks are cycles
    }

    @Override
    public boolean mayCrash() {
      return false; // plain Java; true, the default, for anything that calls native code
    }

    @Override
    public TickSource open() throws CounterUnavailableException {
      // It is first opened in a child JVM, which does not have the program's system properties:
      // they may determine how good the counter is, but not whether it opens.
      long step = Long.getLong(STEP_PROPERTY, 1000);
      if (step <= 0) {
        throw new CounterUnavailableException(
            STEP_PROPERTY + " is " + step + "; set it to 1 or more, or leave it out");
      }
      AtomicLong cycles = new AtomicLong();
      // A counter has to rise with time, too: this one does so every 0.4 ms.
      return () -> cycles.addAndGet(step) + System.nanoTime() / 400_000 * 400_000;
    }
  }
}

package org.cyclecounter.selector.choice;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.isolation.Outcome;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.scoring.Trial;
import org.cyclecounter.selector.scoring.Trials;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * Loads, on the thread that waits for its first reading, what the thread that chooses will need: on
 * a machine with a second core the reading comes sooner. What fails here fails there again, with a
 * reason.
 */
final class Preload implements Runnable {

  @SuppressWarnings("unused")
  private Class<?>[] classes = {};

  @Override
  public void run() {
    try {
      SelectorLibrary.LIBRARY.load();
    } catch (CounterUnavailableException | RuntimeException | Error e) {
      return;
    }
    classes =
        new Class<?>[] {
          Trials.class,
          Trial.class,
          Ratio.class,
          NativeIsolator.class,
          Outcome.class,
          NativeTicks.class,
          Place.class,
          TickCounter.class
        };
    Trials.preload();
  }
}

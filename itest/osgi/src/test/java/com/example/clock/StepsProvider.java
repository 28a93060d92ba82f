// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Counters whose ranks, and whether they work at all, the test sets before each selection. Every
 * second one counts core cycles of a thread, the others ticks. Registered as a service.
 */
public final class StepsProvider implements CycleCounterProvider, BundleActivator {

  /** The system property with each counter's resolution; 0 for one that does not work. */
  public static final String STEPS = "com.example.steps";

  /** The name of the counter of an index begins so. */
  public static final String NAME = "example-steps-";

  /** Longer than some readings take, interpreted ones, too. */
  private static final long COARSE_NS = 400_000;

  @Override
  public void start(BundleContext context) {
    context.registerService(CycleCounterProvider.class, this, null);
  }

  @Override
  public void stop(BundleContext context) {
    // The framework unregisters it.
  }

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    for (int i = 0; i < System.getProperty(STEPS).split(",").length; i++) {
      counters.add(new Steps(i));
    }
    return counters;
  }

  private record Steps(int index) implements CounterSource {
    @Override
    public String name() {
      return NAME + index;
    }

    @Override
    public CounterKind kind() {
      return index % 2 == 0 ? CounterKind.OFF_CORE : CounterKind.ON_CORE;
    }

    @Override
    public Scope scope() {
      return index % 2 == 0 ? Scope.SYSTEM : Scope.THREAD;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none();
    }

    @Override
    public boolean mayCrash() {
      return false;
    }

    @Override
    public TickSource open() throws CounterUnavailableException {
      long step = Long.parseLong(System.getProperty(STEPS).split(",")[index]);
      if (step == 0) {
        throw new CounterUnavailableException("the test has no use for it");
      }
      AtomicLong steps = new AtomicLong();
      return () -> steps.addAndGet(step) + System.nanoTime() / COARSE_NS * COARSE_NS;
    }
  }
}

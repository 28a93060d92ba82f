// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
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
    int count = System.getProperty(STEPS).split(",").length;
    return IntStream.range(0, count).<CounterSource>mapToObj(Steps::of).toList();
  }

  private record Steps(
      int index, String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
      implements CounterSource {

    static Steps of(int index) {
      boolean ofCores = index % 2 != 0;
      CounterKind kind = ofCores ? CounterKind.ON_CORE : CounterKind.OFF_CORE;
      Scope scope = ofCores ? Scope.THREAD : Scope.SYSTEM;
      return new Steps(index, NAME + index, kind, scope, Scaling.none(), false);
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

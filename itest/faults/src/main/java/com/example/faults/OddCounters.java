// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/**
 * Counters that harm nobody and describe or count wrongly; one of them, and the duplicate, do not.
 */
public final class OddCounters implements CycleCounterProvider {

  private static final int MEGABYTE = 1 << 20;

  /** As often as the selection's 1001 readings are sure to meet. */
  private static final int READS_FORWARDS = 500;

  /** For another process to make its own. */
  public OddCounters() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Fault("fault-backwards", false, OddCounters::backwards),
        new Fault("fault-constant", false, () -> () -> 42),
        new Fault("fault-min-value", false, () -> () -> Long.MIN_VALUE),
        new Coarse("fault-negative", false, OddCounters::negative),
        new Fault("fault-bits", false, () -> System::nanoTime).answering(() -> 48, "bits"),
        withNull(null, "kind", "scope", "scaling", "open"),
        withNull("fault-null", "kind", "scope", "scaling", "open"),
        withNull("fault-null-kind", "kind"),
        withNull("fault-null-scope", "scope"),
        withNull("fault-null-scaling", "scaling"),
        new Fault("fault-null-open", false, () -> null),
        new Coarse("fault-null-entry-point", true, OddCounters::nullEntryPoint),
        new Fault("fault-long-name" + "x".repeat(MEGABYTE), false, () -> System::nanoTime),
        new Coarse("fault-duplicate", false, Coarse::clock),
        new Fault("fault-duplicate", false, () -> System::nanoTime));
  }

  private static CounterSource withNull(String name, String... methods) {
    return new Fault(name, false, () -> System::nanoTime).answering(() -> null, methods);
  }

  private static TickSource backwards() {
    AtomicLong reads = new AtomicLong();
    return () -> {
      long read = reads.incrementAndGet();
      return read % READS_FORWARDS == 0 ? read - READS_FORWARDS : read;
    };
  }

  private static TickSource negative() {
    TickSource clock = Coarse.clock();
    long origin = clock.ticks() + Long.MAX_VALUE / 2;
    return () -> clock.ticks() - origin;
  }

  private static TickSource nullEntryPoint() {
    TickSource clock = Coarse.clock();
    return new TickSource() {
      @Override
      public long ticks() {
        return clock.ticks();
      }

      @Override
      public OptionalLong entryPoint() {
        return null;
      }
    };
  }
}

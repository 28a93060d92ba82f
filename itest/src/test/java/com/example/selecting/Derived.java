// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/** Honest counters made of the best one: how much it has counted since they were opened. */
public final class Derived {

  private Derived() {}

  private static List<CounterSource> counters(Counter.Opener opener) {
    return List.of(
        new Counter("example-derived-careful", CounterKind.ON_CORE, true, opener),
        new Counter("example-derived-trusted", CounterKind.ON_CORE, false, opener));
  }

  /** Reads the best one when it is opened. */
  public static final class WhenOpened implements CycleCounterProvider {
    /** For ServiceLoader. */
    public WhenOpened() {}

    private static TickSource open() {
      long origin = CpuCycles.cycles();
      return () -> CpuCycles.cycles() - origin;
    }

    @Override
    public List<CounterSource> counters() {
      return Derived.counters(WhenOpened::open);
    }
  }

  /** Reads it when it is read itself. */
  public static final class WhenRead implements CycleCounterProvider {
    /** For ServiceLoader. */
    public WhenRead() {}

    @Override
    public List<CounterSource> counters() {
      return Derived.counters(() -> CpuCycles::cycles);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/** Honest counters made of the best one: how much it has counted since they were opened. */
public final class Derived implements CycleCounterProvider {

  /** For ServiceLoader. */
  public Derived() {}

  private static TickSource open() {
    long origin = CpuCycles.cycles();
    return () -> CpuCycles.cycles() - origin;
  }

  /** The first two read the best one when they are opened, the others when they are read. */
  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Counter("example-derived-opened-careful", CounterKind.ON_CORE, true, Derived::open),
        new Counter("example-derived-opened-trusted", CounterKind.ON_CORE, false, Derived::open),
        new Counter(
            "example-derived-read-careful", CounterKind.ON_CORE, true, () -> CpuCycles::cycles),
        new Counter(
            "example-derived-read-trusted", CounterKind.ON_CORE, false, () -> CpuCycles::cycles));
  }
}

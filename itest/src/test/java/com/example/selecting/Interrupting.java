// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/** A provider that interrupts every thread of the process wherever its code runs. */
public final class Interrupting implements CycleCounterProvider {
  /** For ServiceLoader. */
  public Interrupting() {
    interrupt();
  }

  private static void interrupt() {
    Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
  }

  private static TickSource open() {
    interrupt();
    return () -> System.nanoTime() * 2;
  }

  /** Better than any clock, worse than most counters of cycles. */
  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Counter("example-interrupting", CounterKind.ON_CORE, true, Interrupting::open));
  }
}

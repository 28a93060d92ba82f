// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A provider that disturbs the threads of the selection that runs it. */
public final class Disturbing {

  private Disturbing() {}

  /** Interrupts every thread of the process wherever its code runs. */
  public static final class Interrupting implements CycleCounterProvider {
    /** For ServiceLoader. */
    public Interrupting() {
      interrupt();
    }

    private static void interrupt() {
      Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
    }

    @Override
    public List<CounterSource> counters() {
      return List.of(new Slow("example-interrupting", Interrupting::interrupt));
    }
  }

  /** Better than any clock, worse than most counters of cycles. */
  private record Slow(String name, Runnable onOpen) implements CounterSource {
    @Override
    public CounterKind kind() {
      return CounterKind.ON_CORE;
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none();
    }

    @Override
    public TickSource open() {
      onOpen.run();
      return () -> System.nanoTime() * 2;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Providers that disturb the threads or the memory of the selection that runs them. */
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

  /** Finds the heap full when it is opened for the first time in a process. */
  public static final class OnceFull implements CycleCounterProvider {
    private static boolean isOpened;

    /** For ServiceLoader. */
    public OnceFull() {}

    private static void open() {
      if (!isOpened) {
        isOpened = true;
        throw new OutOfMemoryError("for the first time");
      }
    }

    @Override
    public List<CounterSource> counters() {
      return List.of(new Slow("example-once-full", OnceFull::open));
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

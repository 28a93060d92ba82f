// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import com.sun.jna.Function;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Prints on the standard output in Java and, where there is a C library, in C. */
public final class Loud implements CycleCounterProvider {

  /** For ServiceLoader. */
  public Loud() {}

  @Override
  public List<CounterSource> counters() {
    System.out.println("printed in Java");
    byte[] text = "printed in C\n".getBytes(StandardCharsets.US_ASCII);
    Function.getFunction("c", "write").invokeInt(new Object[] {1, text, text.length});
    return List.of(
        new Counter("example-loud", CounterKind.OFF_CORE, false, () -> () -> System.nanoTime()));
  }

  /** Hangs until its process is ended. */
  public static final class Hanging implements CycleCounterProvider {

    /** For ServiceLoader. */
    public Hanging() {}

    @Override
    public List<CounterSource> counters() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return List.of();
    }
  }

  /** Ends each process that makes one. */
  public static final class Halting implements CycleCounterProvider {

    /** For ServiceLoader. */
    public Halting() {
      Runtime.getRuntime().halt(42);
    }

    @Override
    public List<CounterSource> counters() {
      return List.of();
    }
  }
}

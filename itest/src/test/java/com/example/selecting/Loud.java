// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import com.sun.jna.Function;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

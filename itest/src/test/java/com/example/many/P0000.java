// SPDX-License-Identifier: Apache-2.0
package com.example.many;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * One of a thousand providers, which differ by the number in their class's name and have one
 * healthy clock each. The length of a file counts the openings in all processes.
 */
public record P0000(String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
    implements CycleCounterProvider, CounterSource {
  /** The file, in the environment. */
  public static final String OPENED = "EXAMPLE_MANY_OPENED";

  /** The kind of all of them, in the environment. */
  public static final String KIND = "EXAMPLE_MANY_KIND";

  /** For ServiceLoader. */
  public P0000() {
    this(
        "example-" + P0000.class.getSimpleName().toLowerCase(Locale.ROOT),
        CounterKind.valueOf(System.getenv(KIND)),
        Scope.SYSTEM,
        Scaling.ticksPerSecond(1_000_000_000),
        false);
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }

  @Override
  public TickSource open() {
    try {
      Files.write(Path.of(System.getenv(OPENED)), new byte[1], StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return System::nanoTime;
  }
}

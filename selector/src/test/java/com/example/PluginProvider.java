// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;

/**
 * Of another project, so that a child JVM asks its class loader for it, whatever the class path.
 */
public final class PluginProvider implements CycleCounterProvider {

  /** For another process to make its own. */
  public PluginProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new TestCounter("at-once", CounterKind.ON_CORE, () -> System::nanoTime),
        new TestCounter("with-helper", CounterKind.ON_CORE, () -> Helper.open()),
        new TestCounter("reads-beginning", CounterKind.ON_CORE, () -> read(1000)),
        new TestCounter("reads-all", CounterKind.ON_CORE, () -> read(Integer.MAX_VALUE)));
  }

  /** Reads of a file as a provider reads of a model, or of an archive of native libraries. */
  private static TickSource read(int atMost) {
    try (InputStream in = PluginProvider.class.getResourceAsStream("/large.bin")) {
      byte[] some = new byte[1000];
      int left = atMost;
      for (int count; left > 0 && (count = in.read(some)) >= 0; ) {
        left -= count;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return System::nanoTime;
  }

  /** A class that is needed only when a counter is opened. */
  static final class Helper {
    private Helper() {}

    static TickSource open() {
      return System::nanoTime;
    }
  }
}

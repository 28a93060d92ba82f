// SPDX-License-Identifier: Apache-2.0
package com.example;

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
        new TestCounter("with-helper", CounterKind.ON_CORE, () -> Helper.open()));
  }

  /** A class that is needed only when a counter is opened. */
  static final class Helper {
    private Helper() {}

    static TickSource open() {
      return System::nanoTime;
    }
  }
}

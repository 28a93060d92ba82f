// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * Of another project, so that a child JVM asks its class loader for it, whatever the class path.
 */
public final class PluginProvider implements CycleCounterProvider {

  /** For another process to make its own. */
  public PluginProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new Source("at-once"), new Source("with-helper"));
  }

  private record Source(String name) implements CounterSource {
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
      return name.equals("at-once") ? System::nanoTime : Helper.open();
    }
  }

  /** A class that is needed only when a counter is opened. */
  static final class Helper {
    private Helper() {}

    static TickSource open() {
      return System::nanoTime;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter made of the best one: to open it is to select. */
public final class NestingProvider implements CycleCounterProvider {

  /** For another process to make its own. */
  public NestingProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new Source());
  }

  private record Source() implements CounterSource {
    @Override
    public String name() {
      return "nesting";
    }

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

    /** Leaves a file for each process in which it is opened; it holds what was selected there. */
    @Override
    public TickSource open() {
      String process = "opened-" + ProcessHandle.current().pid();
      Path file = Path.of(System.getProperty("java.io.tmpdir"), process);
      try {
        Files.writeString(file, "");
        long origin = CpuCycles.cycles();
        Files.writeString(file, CpuCycles.report().toString());
        return () -> CpuCycles.cycles() - origin;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;

/** A counter made of the best one: to open it is to select. */
public final class NestingProvider implements CycleCounterProvider {

  /** For another process to make its own. */
  public NestingProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new TestCounter("nesting", CounterKind.ON_CORE, NestingProvider::select).mayCrash(true));
  }

  /** Leaves a file for each process in which it is opened; it holds what was selected there. */
  private static TickSource select() {
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

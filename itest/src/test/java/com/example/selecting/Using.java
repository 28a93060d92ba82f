// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Providers that use the counter before it has been selected. */
public final class Using {

  private Using() {}

  /** Has another thread ask the time, and waits for it. */
  public static final class InThread implements CycleCounterProvider {
    /** For ServiceLoader. */
    public InThread() {
      Thread thread = new Thread(CpuCycles::cycles, "reader");
      thread.setDaemon(true);
      thread.start();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public List<CounterSource> counters() {
      return List.of();
    }
  }
}

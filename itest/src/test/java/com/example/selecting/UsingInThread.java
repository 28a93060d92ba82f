// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** A provider that has another thread ask the time, and waits for it, before it is selected. */
public final class UsingInThread implements CycleCounterProvider {
  /** For ServiceLoader. */
  public UsingInThread() {
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

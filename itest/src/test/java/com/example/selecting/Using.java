// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Providers that use the counter, or take their time, before it has been selected. */
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

  /** Never gets ready. */
  public static final class Never implements CycleCounterProvider {
    /** For ServiceLoader. */
    public Never() {
      while (true) {
        try {
          Thread.sleep(60_000);
        } catch (InterruptedException e) {
          continue; // it never ends
        }
      }
    }

    @Override
    public List<CounterSource> counters() {
      return List.of();
    }
  }
}

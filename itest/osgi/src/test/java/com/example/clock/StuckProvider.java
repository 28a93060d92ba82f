// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A provider whose constructor never returns, whatever is done to its thread: a child JVM is made
 * for it.
 */
public final class StuckProvider implements CycleCounterProvider {

  public StuckProvider() {
    while (true) {
      LockSupport.park();
    }
  }

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}

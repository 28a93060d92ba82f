// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** A provider whose constructor throws. */
public final class FailingProvider implements CycleCounterProvider {

  public FailingProvider() {
    throw new IllegalStateException("no device");
  }

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}

// SPDX-License-Identifier: Apache-2.0
package com.example.ordered;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Offers a counter whose every read is ordered with the code around it. */
public final class OrderedProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OrderedProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new OrderedTicks());
  }
}

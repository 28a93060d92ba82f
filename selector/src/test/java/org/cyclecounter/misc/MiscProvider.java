// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Bears the name of one of this project's providers, so that its counters are taken for ours. */
public record MiscProvider(List<CounterSource> counters) implements CycleCounterProvider {

  public MiscProvider() {
    this(List.of());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Bears the name of one of this project's providers, so that its counters are taken for ours. */
public final class MiscProvider implements CycleCounterProvider {

  /** A test adds to it, and clears it. */
  public static final List<CounterSource> COUNTERS = new CopyOnWriteArrayList<>();

  private final List<CounterSource> counters;

  /** Lists what {@link #COUNTERS} has. */
  public MiscProvider() {
    this(COUNTERS);
  }

  /** Lists these. */
  public MiscProvider(List<CounterSource> counters) {
    this.counters = counters;
  }

  @Override
  public List<CounterSource> counters() {
    return List.copyOf(counters);
  }
}

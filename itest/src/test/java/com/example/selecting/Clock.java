// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A healthy counter that can be probed in a child JVM only: it may crash, and has no entry point.
 */
public final class Clock implements CycleCounterProvider {

  /** Its counter's name. */
  public static final String NAME = "example-clock";

  /** For ServiceLoader. */
  public Clock() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Counter(NAME, CounterKind.FIXED_RESOLUTION, true, () -> () -> System.nanoTime()));
  }
}

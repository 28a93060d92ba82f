// SPDX-License-Identifier: Apache-2.0
package com.example.rawclock;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Offers a clock that the operating system's time service does not adjust. */
public final class RawClockProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RawClockProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new RawClock());
  }
}

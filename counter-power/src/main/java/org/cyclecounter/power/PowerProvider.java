package org.cyclecounter.power;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The counters of POWER processors. This version has none yet. */
public final class PowerProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public PowerProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}

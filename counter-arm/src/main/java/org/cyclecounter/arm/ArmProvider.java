package org.cyclecounter.arm;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The counters of ARM processors. This version has none yet. */
public final class ArmProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public ArmProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}

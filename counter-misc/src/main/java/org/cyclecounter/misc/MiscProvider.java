package org.cyclecounter.misc;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The counters of MIPS, s390x, SPARC and LoongArch processors. This version has none yet. */
public final class MiscProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public MiscProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}

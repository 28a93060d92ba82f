package org.cyclecounter.os;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The counters of operating systems, in the order in which libcpucycles tries them. */
public final class OsProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OsProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new DefaultPerfevent(),
        new DefaultMach(),
        new DefaultMonotonic(),
        new DefaultGettimeofday(),
        new DefaultZero());
  }
}

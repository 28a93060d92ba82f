package org.cyclecounter;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How a counter was chosen: every counter that was looked at, with its reason.
 *
 * @param version the version of this software; the names of counters are to be read with it
 * @param implementation the name of the chosen counter
 * @param cyclesPerSecond the estimated frequency of the CPU in Hz, always positive
 * @param frequencySource where that estimate comes from, such as {@code "/proc/cpuinfo: cpu MHz"}
 * @param counters every counter in the order in which it was tried; exactly one is SELECTED
 * @param cost the time the whole selection took
 */
public record SelectionReport(
    String version,
    String implementation,
    long cyclesPerSecond,
    String frequencySource,
    List<CounterReport> counters,
    Duration cost) {

  // Checks that nothing is missing, and copies the list.
  public SelectionReport {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(implementation, "implementation");
    Objects.requireNonNull(frequencySource, "frequencySource");
    Objects.requireNonNull(cost, "cost");
    counters = List.copyOf(counters);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The result of a selection: every counter that was considered, with its reason.
 *
 * @param version the version of this software, which defines the names of counters by whatever
 *     scoring; the release of libcpucycles that scored them is a setting of the selection
 * @param implementation the name of the selected counter
 * @param cyclesPerSecond the estimated frequency of the CPU in Hz, always positive
 * @param frequencySource where that estimate comes from, such as {@code "/proc/cpuinfo: cpu MHz"}
 * @param counters every counter in the order in which it was probed; exactly one is SELECTED
 * @param cost the duration of the whole selection
 * @since 0.1.0
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

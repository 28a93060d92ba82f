// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.spi.CycleCounterProvider;

/** Counters of a test's provider, to be probed. */
final class Candidates {

  private Candidates() {}

  static List<Candidate> of(CycleCounterProvider provider, String... names) {
    return new Discovery(List.of(provider))
        .candidates().stream().filter(c -> List.of(names).contains(c.name())).toList();
  }
}

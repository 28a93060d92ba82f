// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.spi.CycleCounterProvider;

/** Counters of a test's provider, to be probed. */
final class Candidates {

  /** What a step may take on a busy machine; no test waits for it. */
  static final int PATIENT_SECONDS = 300;

  private Candidates() {}

  static List<Candidate> of(CycleCounterProvider provider, String... names) {
    return new Discovery(List.of(provider))
        .candidates().stream().filter(c -> List.of(names).contains(c.name())).toList();
  }

  /** Probes counters in child JVMs; gives the reasons by name, empty where one has passed. */
  static Map<String, String> reasons(CycleCounterProvider provider, String... names) {
    List<Candidate> candidates = of(provider, names);
    List<IsolationResult> results = new ChildJvmIsolator(PATIENT_SECONDS, false).probe(candidates);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      reasons.put(candidates.get(i).name(), results.get(i).reason());
    }
    return reasons;
  }
}

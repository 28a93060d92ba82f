// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.spi.CycleCounterProvider;

/** Probes counters of a test's provider. */
final class Candidates {

  /** The limit of a step on a busy machine; no test waits for it. */
  static final int PATIENT_SECONDS = 300;

  private Candidates() {}

  static List<Candidate> of(CycleCounterProvider provider, String... names) {
    return Found.of(List.of(provider)).candidates().stream()
        .filter(c -> List.of(names).contains(c.name()))
        .toList();
  }

  /** Probes counters in child JVMs. */
  static List<IsolationResult> probe(List<Candidate> candidates) {
    return new ChildJvmIsolator(PATIENT_SECONDS, Budget.of(false))
        .probe(candidates, new long[candidates.size()]);
  }

  /** Probes counters in child JVMs; returns the reasons by name, empty for one that has passed. */
  static Map<String, String> reasons(CycleCounterProvider provider, String... names) {
    List<Candidate> candidates = of(provider, names);
    List<IsolationResult> results = probe(candidates);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      IsolationResult result = results.get(i);
      reasons.put(candidates.get(i).name(), result.passed() ? "" : result.rejection().sentence());
    }
    return reasons;
  }
}

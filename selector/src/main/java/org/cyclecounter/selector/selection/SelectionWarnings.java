// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Container;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Reasons;

/** The warnings of a selection that are logged, each once in this process. */
final class SelectionWarnings {

  private SelectionWarnings() {}

  /**
   * Warns that a clock is read where that was not wanted: the last resort, because a JAR is missing
   * or no counter works, or a clock, because the counters of this processor are missing. Settings
   * that make that likely cause no warning: a caller's own list of providers, names to include, or
   * {@code highResolution=false}.
   *
   * @param installed the counter that is read
   */
  static void ofClock(Settings settings, Discovery discovery, Installation installed) {
    if (settings.providers() != null || !settings.highResolution()) {
      return;
    }
    if (installed.parts().isEmpty()) {
      Log.warnOnce(LastResortReasons.warning(settings.surroundings(discovery.candidates())));
    } else if (installed.parts().get(0).probed().candidate().kind() == CounterKind.FIXED_RESOLUTION
        && settings.include().isEmpty()
        && !discovery.missingFamily().isEmpty()) {
      Log.warnOnce(
          ProviderReasons.clockForLackOf(discovery.missingFamily(), Container.surroundings()));
    }
  }

  /**
   * Warns of names that no counter has, here or on another machine: a typing error, or the JAR of
   * the counter is missing.
   */
  static void ofNames(Settings settings, Discovery discovery) {
    ofNames("include", settings.include(), discovery);
    ofNames("exclude", settings.exclude(), discovery);
  }

  private static void ofNames(String where, Set<String> names, Discovery discovery) {
    List<String> known = new ArrayList<>();
    for (Candidate candidate : discovery.candidates()) {
      known.add(candidate.name());
    }
    for (String name : names) {
      if (!known.contains(name)
          && !KnownCounters.has(name)
          // Last: it searches the path for service files, which a first reading does not pay for.
          && discovery.rejected().stream().noneMatch(counter -> counter.name().equals(name))) {
        Log.warnOnce(Reasons.unknownName(where, name, known));
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Reasons;

/** Which warnings of a selection are logged, each once in this process. */
enum SelectionWarnings {
  /** All: for a program that does not look at the report. */
  ALL,
  /**
   * Of names that no counter has, and not of the last resort: in a container, where providers may
   * come a moment later.
   */
  NAMES,
  /** None: for a program that looks at the report. */
  NONE;

  /** Where the last resort is taken without a word in the settings that wants it. */
  void ofLastResort(Settings settings, boolean anyProbed) {
    if (this == ALL && settings.lastResort() == LastResort.CLOCK) {
      Log.warnOnce(LastResortReasons.warning(anyProbed, Discovery.place()));
    }
  }

  /** A name that no counter has is a typing error, or the JAR of its counter is missing. */
  void ofNames(Settings settings, Discovery discovery) {
    if (this != NONE) {
      ofNames("include", settings.include(), discovery);
      ofNames("exclude", settings.exclude(), discovery);
    }
  }

  private static void ofNames(String where, Set<String> names, Discovery discovery) {
    for (String name : names) {
      List<String> known = new ArrayList<>();
      for (Candidate candidate : discovery.candidates()) {
        known.add(candidate.name());
      }
      if (!known.contains(name) && !isRejected(name, discovery)) {
        Log.warnOnce(Reasons.unknownName(where, name, known));
      }
    }
  }

  /** Asked last: it searches the path for service files, which a first reading does not pay for. */
  private static boolean isRejected(String name, Discovery discovery) {
    return discovery.rejected().stream().anyMatch(one -> one.name().equals(name));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;

/** The warnings of a selection, which are logged once in this process each. */
final class SelectionWarnings {

  /** Sentences because of which a library cannot be loaded. */
  private static final Set<Obstacle> OF_LIBRARIES =
      EnumSet.of(Obstacle.NO_LIBRARY, Obstacle.NATIVE_ACCESS, Obstacle.TOO_MANY_FILES);

  /** The most characters of a provider's failure in a warning of an unknown name. */
  private static final int MAX_REASON = 600;

  private SelectionWarnings() {}

  /**
   * Says why a clock is read where that was not wanted, and what to do about it: a native library
   * cannot be loaded, the JAR of this processor's counters is missing, or no counter works. Empty
   * for cycles and ticks, and for settings that ask for a clock: a caller's own list of providers,
   * names of clocks to include, or {@code highResolution=false}.
   *
   * @param states of all candidates; those that were left out unprobed have no obstacle
   * @param installed the counter that is read
   */
  static String clockReason(
      Settings settings, Found found, List<CandidateState> states, Installation installed) {
    if (settings.providers() != null || !settings.highResolution() || !installed.isClock()) {
      return "";
    }
    for (CandidateState state : states) {
      Rejection why = state.rejection;
      boolean isClock = state.candidate().kind() == CounterKind.FIXED_RESOLUTION;
      if (why != null && !isClock && OF_LIBRARIES.contains(state.reportedObstacle())) {
        return state.candidate().name() + ": " + why.sentence();
      }
    }
    Rejection family = found.missingFamily();
    if (family != null && settings.include().isEmpty()) {
      return family.sentence();
    }
    boolean isLastResort = installed.parts().isEmpty();
    return isLastResort
        ? LastResortReasons.reason(SelectionReports.surroundings(settings, found))
        : "";
  }

  /**
   * Warns of names that no counter has, here or on another machine: a typing error, or the JAR of
   * the counter is missing.
   */
  static void ofNames(Settings settings, Found found) {
    ofNames("include", settings.include(), found);
    ofNames("exclude", settings.exclude(), found);
  }

  private static void ofNames(String where, Set<String> names, Found found) {
    List<String> known = new ArrayList<>();
    for (Candidate candidate : found.candidates()) {
      known.add(candidate.name());
    }
    for (String name : names) {
      if (!known.contains(name)
          && !KnownCounters.has(name)
          && found.rejections().stream().noneMatch(rejected -> rejected.name().equals(name))) {
        String unknown = "unknown counter '" + ProviderText.shorten(name) + "' in " + where + ": ";
        String available = known.isEmpty() ? "no counters are available" : "available counters: ";
        StringBuilder warning = new StringBuilder(unknown + available + String.join(", ", known));
        for (Rejected rejected : found.rejections()) { // a provider's that failed has no name here
          String why = rejected.why().sentence();
          warning.append("; perhaps because ").append(ProviderText.shorten(why, MAX_REASON));
        }
        Log.warnOnce(warning.toString());
      }
    }
  }
}

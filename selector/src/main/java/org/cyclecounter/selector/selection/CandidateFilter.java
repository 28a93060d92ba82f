// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/** Leaves out the counters that the settings do not want. */
final class CandidateFilter {

  /** The finest clock that {@code highResolution=false} allows, in ticks per second. */
  private static final long COARSE_HZ = 1_000_000;

  private CandidateFilter() {}

  /** Returns the reason for leaving the counter out without a probe; null if it is to be probed. */
  static @Nullable Rejection leftOutReason(Settings settings, Candidate candidate) {
    if (settings.exclude().contains(candidate.name())) {
      return Rejection.of(Code.EXCLUDED);
    }
    if (!isIncluded(settings, candidate)) {
      return Rejection.of(Code.NOT_INCLUDED);
    }
    if (!settings.highResolution() && !isCoarse(candidate)) {
      return Rejection.of(Code.TOO_FINE);
    }
    return candidate.scope().compareTo(settings.minimumScope()) < 0 // narrowest first
        ? Failures.tooNarrow(candidate.scope(), settings.minimumScope(), "")
        : null;
  }

  static boolean isIncluded(Settings settings, Candidate candidate) {
    return settings.include().isEmpty() || settings.include().contains(candidate.name());
  }

  /**
   * Returns true for a clock that ticks at most once in a microsecond. Its scaling() is asked
   * before its probe, so within a time limit; only for {@code highResolution=false}.
   */
  private static boolean isCoarse(Candidate candidate) {
    if (candidate.kind() != CounterKind.FIXED_RESOLUTION) {
      return false;
    }
    Object scaling = TimeLimit.run(() -> candidate.source().scaling()).value();
    return scaling instanceof Scaling.TicksPerSecond rate && rate.hz() <= COARSE_HZ;
  }

  /** Returns false if the settings name only counters that have been found already. */
  static boolean mayIncludeOthers(Settings settings, List<Candidate> found) {
    int included = 0;
    for (Candidate candidate : found) {
      included += isIncluded(settings, candidate) ? 1 : 0;
    }
    return settings.include().isEmpty() || included < settings.include().size();
  }
}

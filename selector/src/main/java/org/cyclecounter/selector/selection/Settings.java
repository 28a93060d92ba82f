// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Container;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one selection. Immutable.
 *
 * @param providers in order; null for those that can be found. Providers that a program supplies
 *     run in this process already
 * @param include counters' names; empty for all
 * @param exclude counters' names
 * @param cyclesPerSecond in Hz; 0 for the machine's estimate
 * @param scoring the penalties added to each counter's precision
 * @param isolation the process in which counters that may crash are first run
 * @param minimumScope the narrowest scope that is not left out; THREAD for all
 * @param highResolution false to leave out whatever is finer than a microsecond
 */
public record Settings(
    @Nullable List<CycleCounterProvider> providers,
    Set<String> include,
    Set<String> exclude,
    long cyclesPerSecond,
    Scoring scoring,
    Isolation isolation,
    Scope minimumScope,
    boolean highResolution) {

  // The names of settings for people who write no code: of system properties, after their prefix,
  // and of a container's configuration.
  public static final String INCLUDE = "include";

  public static final String EXCLUDE = "exclude";
  public static final String CYCLES_PER_SECOND = "cyclesPerSecond";
  public static final String SCORING = "scoring";
  public static final String ISOLATION = "isolation";
  public static final String MINIMUM_SCOPE = "minimumScope";
  public static final String HIGH_RESOLUTION = "highResolution";

  /** Set by programs only. */
  public static final String PROVIDERS = "providers";

  public static final List<String> NAMES =
      List.of(
          INCLUDE, EXCLUDE, CYCLES_PER_SECOND, SCORING, ISOLATION, MINIMUM_SCOPE, HIGH_RESOLUTION);

  /** Every counter that can be found, by the default rules. */
  public static final Settings DEFAULTS =
      new Settings(
          null,
          Set.of(),
          Set.of(),
          0,
          Scoring.LIBCPUCYCLES_20240114,
          Isolation.AUTO,
          Scope.THREAD,
          true);

  /** The finest clock that {@code highResolution=false} allows, in ticks per second. */
  private static final long COARSE_HZ = 1_000_000;

  /** Returns the reason for leaving the counter out without a probe; null if it is to be probed. */
  @Nullable Rejection leftOutReason(Candidate candidate) {
    if (exclude.contains(candidate.name())) {
      return Rejection.of(Code.EXCLUDED);
    }
    if (!include.isEmpty() && !include.contains(candidate.name())) {
      return Rejection.of(Code.NOT_INCLUDED);
    }
    if (!highResolution && !isCoarse(candidate)) {
      return Rejection.of(Code.TOO_FINE);
    }
    return candidate.scope().compareTo(minimumScope) < 0 // narrowest first
        ? Reasons.tooNarrow(candidate.scope(), minimumScope, "")
        : null;
  }

  /**
   * Returns true for a clock that ticks once in a microsecond at the most. Its scaling() is asked
   * before its probe, so within a time limit; only for {@code highResolution=false}.
   */
  private static boolean isCoarse(Candidate candidate) {
    if (candidate.kind() != CounterKind.FIXED_RESOLUTION) {
      return false;
    }
    Object scaling = TimeLimit.run(() -> candidate.source().scaling()).value();
    return scaling instanceof Scaling.TicksPerSecond rate && rate.hz() <= COARSE_HZ;
  }

  /** Returns false if these settings name only counters that have been found already. */
  boolean mayIncludeOthers(List<Candidate> found) {
    int named = 0;
    for (Candidate candidate : found) {
      named += include.contains(candidate.name()) ? 1 : 0;
    }
    return include.isEmpty() || named < include.size();
  }

  /**
   * Creates the counter that is read if no other works: reading never fails. It is none of the
   * candidates; a candidate of the same name that was rejected gives its line in the report to it.
   * For a caller that supplied the providers, and so excluded everything else, it is always 0, as
   * in libcpucycles.
   *
   * @param hz the CPU's estimated frequency
   */
  CycleCounter lastResort(long hz) {
    return providers != null ? TickCounter.zero(hz) : clock(hz);
  }

  /** Creates the clock that is read instead of a counter: System.nanoTime, scaled to cycles. */
  CycleCounter clock(long hz) {
    return ScaledClock.of(hz, highResolution);
  }

  /**
   * Returns why the last resort is read, where it is, as far as these settings and the path show.
   */
  Surroundings surroundings(List<Candidate> candidates) {
    for (Candidate candidate : candidates) {
      if (include.isEmpty() || include.contains(candidate.name())) {
        return Surroundings.NONE_WORKS;
      }
    }
    return candidates.isEmpty() ? Container.surroundings() : Surroundings.NOT_INCLUDED;
  }

  /** Returns the frequency that the caller set, or this machine's estimate. */
  Frequency frequency() {
    return cyclesPerSecond > 0
        ? new Frequency(cyclesPerSecond, Reasons.FREQUENCY_SET)
        : FrequencyEstimator.ofThisMachine().estimate();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.settings;

import static org.cyclecounter.Scope.THREAD;
import static org.cyclecounter.selector.Isolation.AUTO;
import static org.cyclecounter.selector.Scoring.LIBCPUCYCLES_20240114;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.CycleCounterProvider;
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
 * @param highResolution false to leave out every counter that is finer than a microsecond
 * @param maximumReadNanos the most that a read may cost, in nanoseconds; 0 for no limit
 */
public record Settings(
    @Nullable List<CycleCounterProvider> providers,
    Set<String> include,
    Set<String> exclude,
    long cyclesPerSecond,
    Scoring scoring,
    Isolation isolation,
    Scope minimumScope,
    boolean highResolution,
    double maximumReadNanos) {

  // The names of settings for people who write no code: of system properties, after their prefix,
  // and of a container's configuration.
  public static final String INCLUDE = "include";

  public static final String EXCLUDE = "exclude";
  public static final String CYCLES_PER_SECOND = "cyclesPerSecond";
  public static final String SCORING = "scoring";
  public static final String ISOLATION = "isolation";
  public static final String MINIMUM_SCOPE = "minimumScope";
  public static final String HIGH_RESOLUTION = "highResolution";
  public static final String MAXIMUM_READ_NANOS = "maximumReadNanos";

  public static final List<String> NAMES =
      List.of(
          INCLUDE,
          EXCLUDE,
          CYCLES_PER_SECOND,
          SCORING,
          ISOLATION,
          MINIMUM_SCOPE,
          HIGH_RESOLUTION,
          MAXIMUM_READ_NANOS);

  /** Every counter that can be found, by the default rules. */
  public static final Settings DEFAULTS =
      new Settings(null, Set.of(), Set.of(), 0, LIBCPUCYCLES_20240114, AUTO, THREAD, true, 0);

  private static final int MAX_NAME = 64;

  /**
   * Replaces one setting by a text, as people write it in system properties and in a container's
   * configuration.
   *
   * @param name one of {@link #NAMES}; any other changes nothing
   * @param text the value, without white space around it
   * @throws IllegalArgumentException if the text is invalid: the message completes "the setting is
   *     ignored: " and says what is needed, with the text cut to a harmless length
   */
  public Settings with(String name, String text) {
    return new Settings(
        providers,
        name.equals(INCLUDE) ? names(text) : include,
        name.equals(EXCLUDE) ? names(text) : exclude,
        name.equals(CYCLES_PER_SECOND) ? hz(text) : cyclesPerSecond,
        name.equals(SCORING)
            ? constant(Scoring.values(), "LIBCPUCYCLES_", "20240114 or 20260901", text)
            : scoring,
        name.equals(ISOLATION)
            ? constant(Isolation.values(), "", "auto, native, jvm or none", text)
            : isolation,
        name.equals(MINIMUM_SCOPE)
            ? constant(Scope.values(), "", "thread, core or system", text)
            : minimumScope,
        name.equals(HIGH_RESOLUTION)
            ? constant(new Boolean[] {true, false}, "", "true or false", text)
            : highResolution,
        name.equals(MAXIMUM_READ_NANOS) ? readNanos(text) : maximumReadNanos);
  }

  /** Strips white space around names; empty names are ignored. */
  public static Set<String> trimmed(List<String> names) {
    Set<String> trimmed = new LinkedHashSet<>();
    for (String name : names) {
      if (!name.isBlank()) {
        trimmed.add(name.strip());
      }
    }
    return trimmed;
  }

  /** Splits at commas; empty parts, such as after a last comma, are ignored. */
  private static Set<String> names(String text) {
    // A single character: no regular expression.
    Set<String> names = trimmed(Arrays.asList(text.split(",")));
    for (String name : names) {
      if (!ProviderText.isName(name, MAX_NAME)) {
        throw new IllegalArgumentException(
            "'" + ProviderText.shorten(name) + "' is not a counter name; an example is amd64-tsc");
      }
    }
    return names;
  }

  private static long hz(String text) {
    try {
      long parsed = Long.parseLong(text);
      if (parsed >= 0) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // The message below is for negative numbers, too.
    }
    throw new IllegalArgumentException(
        "expected a whole number of Hz, or 0 for the machine's estimate, not '"
            + ProviderText.shorten(text)
            + "'");
  }

  private static double readNanos(String text) {
    try {
      double parsed = Double.parseDouble(text);
      if (parsed >= 0 && parsed <= Double.MAX_VALUE) { // false for NaN
        return parsed;
      }
    } catch (NumberFormatException e) {
      // The message below is for negative and infinite numbers, too.
    }
    throw new IllegalArgumentException(
        "expected a number of nanoseconds, such as 100, or 0 for no limit, not '"
            + ProviderText.shorten(text)
            + "'");
  }

  /**
   * Finds a constant by its name in letters of either case, whatever the default locale.
   *
   * @param prefix of the constants' names
   */
  private static <T> T constant(T[] all, String prefix, String needed, String text) {
    for (T constant : all) {
      if (constant.toString().equalsIgnoreCase(prefix + text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "it must be " + needed + ", not " + ProviderText.shorten(text));
  }
}

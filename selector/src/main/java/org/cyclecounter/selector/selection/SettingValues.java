// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * Parses settings as people write them, in system properties and in a container's configuration. A
 * value that cannot be understood is an IllegalArgumentException whose message completes "the
 * setting is ignored: " and says what is needed, with the value cut to a harmless length.
 */
public final class SettingValues {

  private static final int MAX_NAME = 64;

  private SettingValues() {}

  /**
   * Replaces one setting.
   *
   * @param name one of {@link Settings#NAMES}; any other changes nothing
   * @param text the value, without white space around it
   * @throws IllegalArgumentException if the value cannot be understood
   */
  public static Settings with(Settings old, String name, String text) {
    return Settings.NAMES.contains(name) ? copy(old, name, value(name, text)) : old;
  }

  private static Object value(String name, String text) {
    return switch (name) {
      case Settings.INCLUDE, Settings.EXCLUDE -> names(text);
      case Settings.CYCLES_PER_SECOND -> cyclesPerSecond(text);
      case Settings.SCORING ->
          constant(Scoring.values(), "LIBCPUCYCLES_", "20240114 or 20260901", text);
      case Settings.ISOLATION ->
          constant(Isolation.values(), "", "auto, native, jvm or none", text);
      case Settings.MINIMUM_SCOPE -> constant(Scope.values(), "", "thread, core or system", text);
      case Settings.HIGH_RESOLUTION ->
          constant(new Boolean[] {true, false}, "", "true or false", text);
      default -> throw new AssertionError(name);
    };
  }

  /** Replaces one setting by a value of its component's type. */
  @SuppressWarnings("unchecked")
  public static Settings copy(Settings old, String name, Object value) {
    return new Settings(
        name.equals(Settings.PROVIDERS) ? (List<CycleCounterProvider>) value : old.providers(),
        name.equals(Settings.INCLUDE) ? (Set<String>) value : old.include(),
        name.equals(Settings.EXCLUDE) ? (Set<String>) value : old.exclude(),
        name.equals(Settings.CYCLES_PER_SECOND) ? (Long) value : old.cyclesPerSecond(),
        name.equals(Settings.SCORING) ? (Scoring) value : old.scoring(),
        name.equals(Settings.ISOLATION) ? (Isolation) value : old.isolation(),
        name.equals(Settings.MINIMUM_SCOPE) ? (Scope) value : old.minimumScope(),
        name.equals(Settings.HIGH_RESOLUTION) ? (Boolean) value : old.highResolution());
  }

  /** Splits at commas; empty parts, such as after a last comma, are ignored. */
  private static Set<String> names(String text) {
    Set<String> names = trimmed(text.split(",")); // a single character: no regular expression
    for (String name : names) {
      if (!ProviderText.isName(name, MAX_NAME)) {
        throw new IllegalArgumentException(
            "'" + ProviderText.shorten(name) + "' is not a counter name; an example is amd64-tsc");
      }
    }
    return names;
  }

  /** Removes white space around names, and empty names. */
  public static Set<String> trimmed(String... names) {
    Set<String> trimmed = new LinkedHashSet<>();
    for (String name : names) {
      if (!name.isBlank()) {
        trimmed.add(name.strip());
      }
    }
    return trimmed;
  }

  /** Parses a frequency in Hz; 0 for the machine's estimate. */
  private static long cyclesPerSecond(String text) {
    try {
      long hz = Long.parseLong(text);
      if (hz >= 0) {
        return hz;
      }
    } catch (NumberFormatException e) {
      // The message below is for negative numbers, too.
    }
    throw new IllegalArgumentException(
        "expected a whole number of Hz, or 0 for the machine's estimate, not '"
            + ProviderText.shorten(text)
            + "'");
  }

  /**
   * Finds a constant by its name in letters of either case, whatever the default locale.
   *
   * @param prefix of the constants' names
   */
  private static Object constant(Object[] all, String prefix, String needed, String text) {
    for (Object constant : all) {
      if (constant.toString().equalsIgnoreCase(prefix + text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "it must be " + needed + ", not " + ProviderText.shorten(text));
  }
}

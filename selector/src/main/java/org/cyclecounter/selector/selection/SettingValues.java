// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * Settings as people write them, in system properties and in a container's configuration. What
 * cannot be understood is an IllegalArgumentException that says what is needed.
 */
public final class SettingValues {

  private static final int MAX_NAME = 64;

  private SettingValues() {}

  /** The same settings with one of {@link Settings#NAMES} as a text has it. */
  public static Settings with(Settings now, String name, String text) {
    return new Settings(
        now.providers(),
        name.equals(Settings.INCLUDE) ? names(text) : now.include(),
        name.equals(Settings.EXCLUDE) ? names(text) : now.exclude(),
        name.equals(Settings.CYCLES_PER_SECOND) ? cyclesPerSecond(text) : now.cyclesPerSecond(),
        name.equals(Settings.SCORING) ? scoring(text) : now.scoring(),
        name.equals(Settings.ISOLATION) ? isolation(text) : now.isolation(),
        name.equals(Settings.MINIMUM_SCOPE) ? minimumScope(text) : now.minimumScope(),
        name.equals(Settings.HIGH_RESOLUTION) ? highResolution(text) : now.highResolution());
  }

  private static Set<String> names(String text) {
    Set<String> names = new LinkedHashSet<>();
    for (String one : text.split(",")) {
      if (!one.isBlank()) {
        names.add(name(one.strip()));
      }
    }
    return names;
  }

  private static String name(String text) {
    if (!ProviderText.isName(text, MAX_NAME)) {
      throw new IllegalArgumentException(
          "'" + ProviderText.shorten(text) + "' is not a counter name; an example is amd64-tsc");
    }
    return text;
  }

  /** In Hz; 0 for the machine's estimate. */
  private static long cyclesPerSecond(String text) {
    try {
      long hz = Long.parseLong(text);
      if (hz >= 0) {
        return hz;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is negative.
    }
    throw new IllegalArgumentException(
        "expected a whole number of Hz, or 0 for the machine's estimate, not '"
            + ProviderText.shorten(text)
            + "'");
  }

  private static Scoring scoring(String text) {
    return switch (text) {
      case "20240114" -> Scoring.LIBCPUCYCLES_20240114;
      case "20260901" -> Scoring.LIBCPUCYCLES_20260901;
      default -> throw bad("20240114 or 20260901", text);
    };
  }

  private static Isolation isolation(String text) {
    return constant(Isolation.values(), "auto, native, jvm or none", text);
  }

  private static Scope minimumScope(String text) {
    return constant(Scope.values(), "thread, core or system", text);
  }

  /** In letters of either case. */
  private static <E extends Enum<E>> E constant(E[] all, String needed, String text) {
    for (E one : all) {
      if (one.name().equals(text.toUpperCase(Locale.ROOT))) {
        return one;
      }
    }
    throw bad(needed, text);
  }

  private static boolean highResolution(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad("true or false", text);
    };
  }

  private static IllegalArgumentException bad(String needed, String text) {
    return new IllegalArgumentException(
        "it must be " + needed + ", not " + ProviderText.shorten(text));
  }
}

package org.cyclecounter.selector.choice;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.scoring.Penalties;

/**
 * Settings as people write them, in system properties and in a container's configuration. What
 * cannot be understood is an IllegalArgumentException that says what is needed.
 */
public final class SettingValues {

  private static final int MAX_NAME = 64;

  private SettingValues() {}

  /** The same settings with one of {@link Settings#NAMES} as a text has it. */
  static Settings with(Settings now, String name, String text) {
    return new Settings(
        now.providers(),
        name.equals(Settings.INCLUDE) ? names(text) : now.include(),
        name.equals(Settings.EXCLUDE) ? names(text) : now.exclude(),
        name.equals(Settings.CYCLES_PER_SECOND) ? cyclesPerSecond(text) : now.cyclesPerSecond(),
        name.equals(Settings.SCORING) ? scoring(text) : now.penalties(),
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

  /**
   * A counter's name.
   *
   * @param text as it is written
   * @return the same
   * @throws IllegalArgumentException if no counter can have it
   */
  public static String name(String text) {
    if (!ProviderText.isName(text, MAX_NAME)) {
      throw new IllegalArgumentException(
          "'" + ProviderText.shorten(text) + "' is not a counter name; an example is amd64-tsc");
    }
    return text;
  }

  /**
   * The CPU's frequency.
   *
   * @param text a number
   * @return in Hz; 0 for the machine's estimate
   * @throws IllegalArgumentException if it is none
   */
  public static long cyclesPerSecond(String text) {
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

  /**
   * A release of libcpucycles.
   *
   * @param text its date
   * @return its penalties
   * @throws IllegalArgumentException if it is none
   */
  public static Penalties scoring(String text) {
    return switch (text) {
      case "20240114" -> Penalties.LIBCPUCYCLES_20240114;
      case "20260901" -> Penalties.LIBCPUCYCLES_20260901;
      default -> throw bad("20240114 or 20260901", text);
    };
  }

  /**
   * A way of isolation.
   *
   * @param text in letters of either case
   * @return the way
   * @throws IllegalArgumentException if it is none
   */
  public static IsolationMode isolation(String text) {
    for (IsolationMode isolation : IsolationMode.values()) {
      if (isolation.name().equals(text.toUpperCase(Locale.ROOT))) {
        return isolation;
      }
    }
    throw bad("auto, native, jvm or none", text);
  }

  /**
   * The narrowest scope.
   *
   * @param text in letters of either case
   * @return the scope
   * @throws IllegalArgumentException if it is none
   */
  public static Scope minimumScope(String text) {
    for (Scope scope : Scope.values()) {
      if (scope.name().equals(text.toUpperCase(Locale.ROOT))) {
        return scope;
      }
    }
    throw bad("thread, core or system", text);
  }

  /**
   * Whether fine counters are allowed.
   *
   * @param text in letters of either case
   * @return true for {@code true}
   * @throws IllegalArgumentException if it is neither
   */
  public static boolean highResolution(String text) {
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

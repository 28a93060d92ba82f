package org.cyclecounter.selector.osgi;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.choice.IsolationMode;
import org.cyclecounter.selector.choice.Settings;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.scoring.Penalties;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration: the properties of {@link Configuration}, as the types given there or as
 * strings, all optional. Lists may be arrays, collections, or one string with commas.
 */
final class ConfigurationReader {

  static final String PID = "org.cyclecounter.selector";

  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";
  private static final String SCORING = "scoring";
  private static final String CYCLES_PER_SECOND = "cyclesPerSecond";
  private static final String ISOLATION = "isolation";
  private static final String MINIMUM_SCOPE = "minimumScope";
  private static final String HIGH_RESOLUTION = "highResolution";
  private static final Set<String> KNOWN =
      Set.of(
          INCLUDE, EXCLUDE, SCORING, CYCLES_PER_SECOND, ISOLATION, MINIMUM_SCOPE, HIGH_RESOLUTION);

  private ConfigurationReader() {}

  /** A value that cannot be used; the message says why and what can be, without the property. */
  static final class BadProperty extends Exception {
    private static final long serialVersionUID = 1L;
    private final String property;

    BadProperty(String property, String message) {
      super(message);
      this.property = property;
    }

    String property() {
      return property;
    }
  }

  static Settings read(Dictionary<String, ?> properties) throws BadProperty {
    for (String key : Collections.list(properties.keys())) {
      // Names with dots are Configuration Admin's and its tools'.
      if (!KNOWN.contains(key) && key.indexOf('.') < 0) {
        Log.warn(PID + " has no property " + key + ": it has " + KNOWN, null);
      }
    }
    return new Settings(
        null,
        names(properties, INCLUDE),
        names(properties, EXCLUDE),
        cyclesPerSecond(properties.get(CYCLES_PER_SECOND)),
        scoring(properties.get(SCORING)),
        isolation(properties.get(ISOLATION)),
        minimumScope(properties.get(MINIMUM_SCOPE)),
        highResolution(properties.get(HIGH_RESOLUTION)));
  }

  private static Set<String> names(Dictionary<String, ?> properties, String key)
      throws BadProperty {
    Object value = properties.get(key);
    List<?> values;
    if (value == null) {
      values = List.of();
    } else if (value instanceof Object[] array) {
      values = Arrays.asList(array);
    } else if (value instanceof Collection<?> collection) {
      values = List.copyOf(collection);
    } else if (value instanceof String text) {
      values = List.of(text.split(","));
    } else {
      throw new BadProperty(key, "a list of counters' names is needed, not " + value);
    }
    Set<String> names = new LinkedHashSet<>();
    for (Object one : values) {
      String name = String.valueOf(one).strip();
      if (!name.isEmpty() && !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
        throw new BadProperty(key, "'" + name + "' is no counter's name; such as amd64-tsc is one");
      }
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return Collections.unmodifiableSet(names);
  }

  private static long cyclesPerSecond(@Nullable Object value) throws BadProperty {
    if (isMissing(value)) {
      return 0;
    }
    try {
      long hz = Long.parseLong(String.valueOf(value).strip());
      if (hz >= 0) {
        return hz;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is negative.
    }
    throw new BadProperty(
        CYCLES_PER_SECOND,
        "a whole number of Hz, or 0 for the machine's estimate, is needed, not '" + value + "'");
  }

  private static Penalties scoring(@Nullable Object value) throws BadProperty {
    String text = isMissing(value) ? "20240114" : String.valueOf(value).strip();
    return switch (text) {
      case "20240114" -> Penalties.LIBCPUCYCLES_20240114;
      case "20260901" -> Penalties.LIBCPUCYCLES_20260901;
      default -> throw new BadProperty(SCORING, "it must be 20240114 or 20260901, not " + text);
    };
  }

  private static IsolationMode isolation(@Nullable Object value) throws BadProperty {
    String text = isMissing(value) ? "auto" : String.valueOf(value).strip();
    for (IsolationMode isolation : IsolationMode.values()) {
      if (isolation.name().equals(text.toUpperCase(Locale.ROOT))) {
        return isolation;
      }
    }
    throw new BadProperty(ISOLATION, "it must be auto, native, jvm or none, not " + text);
  }

  private static Scope minimumScope(@Nullable Object value) throws BadProperty {
    String text = isMissing(value) ? "thread" : String.valueOf(value).strip();
    for (Scope scope : Scope.values()) {
      if (scope.name().equals(text.toUpperCase(Locale.ROOT))) {
        return scope;
      }
    }
    throw new BadProperty(MINIMUM_SCOPE, "it must be thread, core or system, not " + text);
  }

  private static boolean highResolution(@Nullable Object value) throws BadProperty {
    String text = isMissing(value) ? "true" : String.valueOf(value).strip();
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new BadProperty(HIGH_RESOLUTION, "it must be true or false, not " + text);
    };
  }

  private static boolean isMissing(@Nullable Object value) {
    return value == null || value.toString().isBlank();
  }
}

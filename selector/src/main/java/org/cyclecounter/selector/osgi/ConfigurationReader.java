// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.cyclecounter.selector.selection.SettingValues;
import org.cyclecounter.selector.selection.Settings;
import org.cyclecounter.selector.selection.SystemSettings;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.ProviderText;
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
        Log.warn(PID + " has no property " + key + ": it has " + new TreeSet<>(KNOWN), null);
      }
    }
    Settings defaults = SystemSettings.read();
    return new Settings(
        null,
        isMissing(properties.get(INCLUDE)) ? defaults.include() : names(properties, INCLUDE),
        isMissing(properties.get(EXCLUDE)) ? defaults.exclude() : names(properties, EXCLUDE),
        read(
            properties,
            CYCLES_PER_SECOND,
            SettingValues::cyclesPerSecond,
            defaults.cyclesPerSecond()),
        read(properties, SCORING, SettingValues::scoring, defaults.scoring()),
        read(properties, ISOLATION, SettingValues::isolation, defaults.isolation()),
        read(properties, MINIMUM_SCOPE, SettingValues::minimumScope, defaults.minimumScope()),
        read(
            properties, HIGH_RESOLUTION, SettingValues::highResolution, defaults.highResolution()));
  }

  private static <T> T read(
      Dictionary<String, ?> properties, String key, Function<String, T> parser, T ifMissing)
      throws BadProperty {
    Object value = properties.get(key);
    if (isMissing(value)) {
      return ifMissing;
    }
    return parse(key, String.valueOf(value).strip(), parser);
  }

  private static <T> T parse(String key, String text, Function<String, T> parser)
      throws BadProperty {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new BadProperty(key, String.valueOf(e.getMessage()));
    }
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
      throw new BadProperty(
          key,
          "expected a list of counter names, not " + ProviderText.shorten(String.valueOf(value)));
    }
    Set<String> names = new LinkedHashSet<>();
    for (Object one : values) {
      String name = String.valueOf(one).strip();
      if (!name.isEmpty()) {
        names.add(parse(key, name, SettingValues::name));
      }
    }
    return Collections.unmodifiableSet(names);
  }

  private static boolean isMissing(@Nullable Object value) {
    return value == null || value.toString().isBlank();
  }
}

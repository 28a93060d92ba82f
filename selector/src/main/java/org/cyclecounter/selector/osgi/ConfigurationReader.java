// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.settings.SystemSettings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationException;
import org.osgi.service.cm.ManagedService;
import org.osgi.service.cm.SynchronousConfigurationListener;

/**
 * Receives and reads the configuration: the {@link Settings#NAMES}, as the types given in {@code
 * OSGI-INF/metatype} or as strings, all optional. Lists may be arrays, collections, or one string
 * with commas. Tools write different types for the same value.
 *
 * <p>Called on a thread of Configuration Admin's, at first, with null if there is no configuration,
 * and after each change; {@link #configurationEvent} announces a change before its delivery, on the
 * thread that makes it. No other class is linked to Configuration Admin's package, so that the
 * bundle works where that is missing.
 */
final class ConfigurationReader implements ManagedService, SynchronousConfigurationListener {

  /** The persistent identity under which Configuration Admin keeps it; public by documentation. */
  static final String PID = "org.cyclecounter.selector";

  private final LiveSelection selection;

  ConfigurationReader(LiveSelection selection) {
    this.selection = selection;
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (PID.equals(event.getPid()) && event.getType() != ConfigurationEvent.CM_LOCATION_CHANGED) {
      selection.announce();
    }
  }

  @Override
  public void updated(@Nullable Dictionary<String, ?> properties) throws ConfigurationException {
    try {
      selection.configure(read(properties));
    } finally {
      selection.delivered();
    }
  }

  /**
   * Reads a configuration, null for none; the system properties decide what it leaves open.
   *
   * @throws ConfigurationException that names a property with an unusable value, and says why, and
   *     which values are usable
   */
  static Settings read(@Nullable Dictionary<String, ?> properties) throws ConfigurationException {
    Settings settings = SystemSettings.read();
    if (properties == null) {
      return settings;
    }
    for (String key : Collections.list(properties.keys())) {
      // Names with dots are Configuration Admin's and its tools'.
      if (!Settings.NAMES.contains(key) && key.indexOf('.') < 0) {
        Log.warn(
            PID + " has no property " + key + ": it has " + new TreeSet<>(Settings.NAMES), null);
      }
      Object value = properties.get(key);
      try {
        if (!value.toString().isBlank()) {
          settings = settings.with(key, text(key, value).strip());
        }
      } catch (IllegalArgumentException e) {
        throw new ConfigurationException(key, e.getMessage());
      }
    }
    return settings;
  }

  /** Converts a value of any type to the text that a system property would have. */
  private static String text(String name, Object value) {
    Object items = value instanceof Object[] array ? Arrays.asList(array) : value;
    if (items instanceof Collection<?> names) {
      return names.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
    boolean isList = name.equals(Settings.INCLUDE) || name.equals(Settings.EXCLUDE);
    if (isList && !(value instanceof String)) {
      throw new IllegalArgumentException(
          "expected a list of counter names, not " + ProviderText.shorten(value.toString()));
    }
    return value.toString();
  }
}

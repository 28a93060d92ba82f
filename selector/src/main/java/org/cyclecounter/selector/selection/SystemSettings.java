// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an operator gives without code, as system properties: the defaults of {@code
 * CpuCycles}, of the command line and of the bundle. If none is set, reading them costs one scan of
 * the property names and loads no class. If a security manager forbids reading them, the defaults
 * apply.
 */
public final class SystemSettings {

  /** The beginning of all properties' names. */
  public static final String PREFIX = "org.cyclecounter.";

  /**
   * The properties that others read, after the prefix: the native libraries' loader and linker, the
   * time limits, bench. Not bench's own constants: it may be absent.
   */
  static final List<String> OTHERS =
      List.of(
          "linkedReads",
          "probe.seconds",
          "thirdparty.seconds",
          "native.directory",
          "bench.timer",
          "baseline");

  /** Properties below belong to one part each, which sets or documents them itself. */
  private static final String INTERNAL = "bench.jmh.";

  private SystemSettings() {}

  /**
   * Reads the settings. A value that cannot be understood causes one warning, and the default
   * applies; so does an unknown name. Never throws.
   */
  public static Settings read() {
    warnOfUnknownNames();
    warnOfSeconds(TimeLimit.SECONDS_PROPERTY);
    warnOfSeconds(TimeLimit.THIRD_PARTIES_PROPERTY);
    Settings settings = Settings.DEFAULTS;
    for (String name : Settings.NAMES) {
      String value = property(PREFIX + name);
      if (value != null && !value.isBlank()) {
        try {
          settings = SettingValues.with(settings, name, value.strip());
        } catch (IllegalArgumentException e) {
          Log.warnOnce(Reasons.badProperty(PREFIX + name, String.valueOf(e.getMessage())));
        }
      }
    }
    return settings;
  }

  private static void warnOfSeconds(String name) {
    String seconds = property(name);
    if (seconds != null && !TimeLimit.isSeconds(seconds)) {
      String needed = "it must be a whole number from 1 to 3600, not ";
      Log.warnOnce(Reasons.badProperty(name, needed + ProviderText.shorten(seconds)));
    }
  }

  private static void warnOfUnknownNames() {
    try {
      for (Object key : System.getProperties().keySet()) { // not stringPropertyNames(): copies
        if (key instanceof String property && property.startsWith(PREFIX)) {
          String name = property.substring(PREFIX.length());
          if (!Settings.NAMES.contains(name)
              && !OTHERS.contains(name)
              && !name.startsWith(INTERNAL)) {
            List<String> known = new ArrayList<>(Settings.NAMES);
            known.addAll(OTHERS);
            Log.warnOnce(Reasons.unknownProperty(property, PREFIX, known));
          }
        }
      }
    } catch (SecurityException e) {
      return; // not to be read here
    }
  }

  private static @Nullable String property(String name) {
    try {
      return System.getProperty(name);
    } catch (SecurityException e) {
      return null; // not to be read here
    }
  }
}

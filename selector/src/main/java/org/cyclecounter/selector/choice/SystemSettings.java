package org.cyclecounter.selector.choice;

import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an operator gives without code, as system properties: the defaults of {@code
 * CpuCycles}, of the command line and of the bundle. Where none is set, reading them is seven
 * look-ups and loads no class more.
 */
public final class SystemSettings {

  /** What all properties begin with. */
  public static final String PREFIX = "org.cyclecounter.";

  private SystemSettings() {}

  /**
   * Reads them. A value that cannot be understood is one warning, and the default.
   *
   * @return the defaults where none is set
   */
  public static Settings read() {
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

  private static @Nullable String property(String name) {
    try {
      return System.getProperty(name);
    } catch (SecurityException e) {
      return null; // not to be read here
    }
  }
}

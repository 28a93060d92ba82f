// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.SystemProperty;
import org.cyclecounter.selector.support.TimeLimit;

/**
 * The settings that an operator gives without code, as system properties: the defaults of {@code
 * CpuCycles}, of the command line and of the bundle. If none is set, reading them costs one scan of
 * the property names and loads no class.
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
   * Throws an {@link OutOfMemoryError} if the heap has no room for the classes of the settings:
   * thrown by the initialiser of {@link Settings}, it would make that class unusable for ever.
   */
  public static void requireRoom() {
    SelectionScope.requireRoom(1);
    // Most memory is used to load classes. A class literal does not initialise one.
    Class<?>[] unused = {Scope.class, Scoring.class, Isolation.class};
  }

  /**
   * Reads the settings. An invalid value causes one warning, and the default applies; so does an
   * unknown name. Never throws.
   */
  public static Settings read() {
    warnOfUnknownNames();
    warnOfSeconds(TimeLimit.SECONDS_PROPERTY);
    warnOfSeconds(TimeLimit.THIRD_PARTIES_PROPERTY);
    Settings settings = Settings.DEFAULTS;
    for (String name : Settings.NAMES) {
      String value = SystemProperty.text(PREFIX + name);
      if (value != null && !value.isBlank()) {
        try {
          settings = settings.with(name, value.strip());
        } catch (IllegalArgumentException e) {
          warnOfValue(PREFIX + name, String.valueOf(e.getMessage()));
        }
      }
    }
    return settings;
  }

  private static void warnOfSeconds(String name) {
    String seconds = SystemProperty.text(name);
    if (seconds != null && !TimeLimit.isSeconds(seconds)) {
      String needed = "it must be a whole number from 1 to 3600, not ";
      warnOfValue(name, needed + ProviderText.shorten(seconds));
    }
  }

  private static void warnOfValue(String property, String needed) {
    Log.warnOnce("the system property " + property + " is ignored: " + needed);
  }

  private static void warnOfUnknownNames() {
    List<String> known = new ArrayList<>(Settings.NAMES);
    known.addAll(OTHERS);
    try {
      for (Object key : System.getProperties().keySet()) { // not stringPropertyNames(): copies
        if (key instanceof String property && property.startsWith(PREFIX)) {
          String name = property.substring(PREFIX.length());
          if (!known.contains(name) && !name.startsWith(INTERNAL)) {
            List<String> near = new ArrayList<>(known);
            near.removeIf(each -> !isNear(name, each));
            String remedy =
                near.size() == 1
                    ? ", did you mean " + PREFIX + near.get(0) + "?"
                    : "; known properties: " + PREFIX + String.join(", " + PREFIX, known);
            Log.warnOnce("unknown system property " + ProviderText.shorten(property) + remedy);
          }
        }
      }
    } catch (SecurityException e) {
      return; // a policy may allow single properties only
    }
  }

  /** Returns true if names differ in at most two letters in one place, and in case. */
  private static boolean isNear(String name, String other) {
    String a = name.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int shorter = Math.min(a.length(), b.length());
    int begin = 0;
    while (begin < shorter && a.charAt(begin) == b.charAt(begin)) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
      end++;
    }
    return Math.max(a.length(), b.length()) - begin - end <= 2;
  }
}

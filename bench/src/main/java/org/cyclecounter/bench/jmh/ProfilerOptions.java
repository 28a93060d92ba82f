// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cyclecounter.selector.Isolation;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The options behind the profiler's name: {@code name=value}, separated by semicolons, as for JMH's
 * own profilers.
 *
 * @param counter the only counter to use; empty for the default
 * @param isolation where counters that may crash are probed
 */
record ProfilerOptions(String counter, Isolation isolation) {

  private static final String HELP =
      "Usage: -prof "
          + CycleCounterProfiler.class.getName()
          + ":<name=value>[;<name=value>...]\n"
          + "  counter=NAME    use this counter only, also by mLib's name; otherwise, as Bench"
          + " does,\n"
          + "                  core cycles by a perf event or the time-stamp counter, the first"
          + " that\n"
          + "                  works, or else the best\n"
          + "  isolation=WAY   where counters that may crash are probed: "
          + isolations()
          + "; auto otherwise\n"
          + "  help            print this\n";

  static ProfilerOptions parse(String line) throws ProfilerException {
    String counter = "";
    Isolation isolation = Isolation.AUTO;
    for (String option : line.split(";")) {
      String[] parts = option.split("=", 2);
      String name = parts[0].strip();
      String value = parts.length == 1 ? "" : parts[1].strip();
      if (name.isEmpty()) {
        continue;
      } else if (name.equals("help")) {
        throw new ProfilerException(HELP);
      } else if (name.equals("counter") && !value.isEmpty()) {
        counter = value;
      } else if (name.equals("isolation")) {
        isolation = isolation(value);
      } else {
        throw new ProfilerException(
            "Unknown option '" + option.strip() + "' of the cycle counter's profiler.\n" + HELP);
      }
    }
    return new ProfilerOptions(counter, isolation);
  }

  private static Isolation isolation(String value) throws ProfilerException {
    try {
      return Isolation.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new ProfilerException(
          "Unknown isolation '" + value + "': it must be one of " + isolations() + ".");
    }
  }

  private static String isolations() {
    return Arrays.stream(Isolation.values())
        .map(isolation -> isolation.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}

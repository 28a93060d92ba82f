// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A parsed configuration.
 *
 * @param list whether to list the subtimers
 * @param clocks names of clock subtimers, in order; empty for the defaults
 * @param cycles names of cycle subtimers, in order; empty for the defaults
 * @param origin where it is from, for messages
 */
public record TimerConfig(boolean list, List<String> clocks, List<String> cycles, String origin) {

  private static final String CLOCK = "clock=";
  private static final String CYCLE = "cycle=";
  private static final int MAX_SHOWN = 60;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Zl}\\p{Zp}]");

  /**
   * Parses words with white space between them.
   *
   * @throws IllegalArgumentException with a sentence that names the first wrong word and {@code
   *     origin}
   */
  public static TimerConfig parse(String config, String origin) {
    boolean list = false;
    List<String> clocks = List.of();
    List<String> cycles = List.of();
    for (String word : config.strip().split("\\s+")) {
      if (word.isEmpty()) {
        continue;
      }
      if (word.equals("list")) {
        list = true;
      } else if (word.startsWith(CLOCK)) {
        clocks = names(word, CLOCK, clocks, origin);
      } else if (word.startsWith(CYCLE)) {
        cycles = names(word, CYCLE, cycles, origin);
      } else {
        throw wrong(
            "Unknown word " + quoted(word), "use clock=NAME,..., cycle=NAME,... or list", origin);
      }
    }
    return new TimerConfig(list, clocks, cycles, origin);
  }

  private static List<String> names(
      String word, String prefix, List<String> before, String origin) {
    if (!before.isEmpty()) {
      throw wrong(
          quoted(word) + " is the second " + prefix, "list the names in one, with commas", origin);
    }
    List<String> names = List.of(word.substring(prefix.length()).split(",", -1));
    if (names.contains("")) {
      throw wrong(quoted(word) + " has an empty name", "write " + prefix + "NAME,NAME", origin);
    }
    return names;
  }

  /**
   * Quotes a word for a message: on one line, at most 60 characters, without control characters.
   */
  public static String quoted(String word) {
    String shown = word.length() > MAX_SHOWN ? word.substring(0, MAX_SHOWN) + "..." : word;
    return "'" + UNPRINTABLE.matcher(shown).replaceAll("?") + "'";
  }

  private static IllegalArgumentException wrong(String problem, String remedy, String origin) {
    return new IllegalArgumentException(problem + " in " + origin + ": " + remedy + ".");
  }
}

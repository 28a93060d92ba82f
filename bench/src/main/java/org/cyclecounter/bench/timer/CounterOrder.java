// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.Arrays;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.jspecify.annotations.Nullable;

/**
 * The order in which bench takes counters, mLib's, and the counters that mLib's names stand for;
 * nothing else in bench names a counter. Core cycles come first, by a perf event; then the ticks of
 * the time-stamp counter. Both are read twice in a run, so what a read costs, by which the selector
 * selects, hardly matters here, and what is counted does.
 */
public final class CounterOrder {

  private static final String PERF_EVENT = "linux-perf-event";
  private static final String RDTSC = "x86-rdtsc";

  /** By mLib's names, the first that works is taken. */
  public static final List<String> SUBTIMERS = List.of(PERF_EVENT, RDTSC);

  /** The operators' list of the counters that may be used. */
  static final String INCLUDE = "org.cyclecounter.include";

  private CounterOrder() {}

  /**
   * Returns whether operators allow a counter. A selection of one counter by its name replaces
   * their list, so this asks it first. Without a list, or with one that the selector ignores
   * because a name cannot be understood, all are allowed.
   */
  static boolean isIncluded(String counter) {
    List<String> included =
        Arrays.stream(System.getProperty(INCLUDE, "").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    return included.isEmpty()
        || included.contains(counter)
        || !included.stream().allMatch(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"));
  }

  /**
   * Lists the selector's counters that a cycle subtimer stands for, the preferred one first.
   *
   * @param subtimer mLib's name, or a counter's
   */
  public static List<String> counters(String subtimer) {
    return switch (subtimer) {
      // amd64-pmc and its like count the same; their reads are cheaper, and more can go wrong.
      case PERF_EVENT -> List.of("default-perfevent");
      case RDTSC -> List.of("amd64-tsc", "x86-tsc");
      default -> List.of(subtimer);
    };
  }

  /** Returns the first of the known counters that a name stands for, or else the name itself. */
  public static String named(String subtimer, List<String> known) {
    return counters(subtimer).stream().filter(known::contains).findFirst().orElse(subtimer);
  }

  /** Returns the report of a counter; null for a name that is not in it. */
  public static @Nullable CounterReport find(String name, SelectionReport report) {
    List<CounterReport> found = find(List.of(name), report);
    return found.isEmpty() ? null : found.get(0);
  }

  /** Returns the reports of those of these counters that are in it, in its order. */
  static List<CounterReport> find(List<String> names, SelectionReport report) {
    return report.counters().stream().filter(counter -> names.contains(counter.name())).toList();
  }
}

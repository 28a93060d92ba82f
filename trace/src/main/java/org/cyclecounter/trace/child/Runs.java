// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The counted runs of an operation: the commonest of them, and its lines. The call's own
 * instructions are subtracted place by place: those of an empty operation, without its method's.
 */
public final class Runs {

  private static final String UNKNOWN = "\tunknown\t\t-2";

  /** The name of a hidden class has a number and an address, which differ from JVM to JVM. */
  private static final Pattern HIDDEN =
      Pattern.compile("(\\$\\$Lambda)?(\\$\\d+)?[./]0x[0-9a-f]+$");

  private final List<Map<String, Long>> tables = new ArrayList<>();
  private final Map<String, Long> commonest;
  private final int agreeing;

  /** Takes runs of the operation and of the empty one: places, each with its count behind it. */
  Runs(List<long[]> runs, List<long[]> emptyRuns) {
    Map<String, Long> empty = commonest(emptyRuns.stream().map(Runs::table).toList(), Runs::total);
    for (long[] run : runs) {
      Map<String, Long> table = table(run);
      empty.forEach((name, count) -> table.merge(name, -count, Long::sum));
      table.keySet().removeIf(name -> name.startsWith(EmptyOperation.class.getName() + "\t"));
      table.values().removeIf(count -> count == 0);
      tables.add(table);
    }
    commonest = commonest(tables, Runs::total);
    agreeing = agreeing(tables, Runs::total, commonest);
  }

  /** Returns the names of a run's places, each with its count. */
  private static Map<String, Long> table(long[] run) {
    long[] places = IntStream.range(0, run.length / 2).mapToLong(i -> run[2 * i]).toArray();
    @Nullable String[] names = new String[places.length];
    Stepper.name(places, names, 1);
    Map<String, Long> table = new TreeMap<>();
    for (int i = 0; i < names.length; i++) {
      table.merge(names[i] == null ? UNKNOWN : normalized(names[i]), run[2 * i + 1], Long::sum);
    }
    return table;
  }

  /** Makes a class's name of its signature, the same in every JVM, and a file's of its path. */
  public static String normalized(String name) {
    int tab = name.indexOf('\t');
    if (tab <= 2) {
      return name.replaceAll("\t/[^\t]*/", "\t");
    }
    String type = HIDDEN.matcher(name.substring(1, tab - 1)).replaceFirst("$1");
    return type.replace('/', '.') + name.substring(tab);
  }

  /** Reads class, method, file and number of a line of code, the first of them in this column. */
  public static StackTraceElement line(String[] columns, int first) {
    String file = columns[first + 2].isEmpty() ? null : columns[first + 2];
    int number = Integer.parseInt(columns[first + 3]);
    return new StackTraceElement(columns[first], columns[first + 1], file, number);
  }

  /** Returns the first of the runs whose count most of them have. */
  static <T> T commonest(List<T> runs, ToLongFunction<T> count) {
    return runs.stream().max(Comparator.comparing(run -> agreeing(runs, count, run))).orElseThrow();
  }

  private static <T> int agreeing(List<T> runs, ToLongFunction<T> count, T run) {
    long instructions = count.applyAsLong(run);
    return (int) runs.stream().filter(other -> count.applyAsLong(other) == instructions).count();
  }

  private static long total(Map<String, Long> table) {
    return table.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns instructions, agreeing runs and runs, with tabs between. */
  String summary() {
    return total(commonest) + "\t" + agreeing + "\t" + tables.size();
  }

  /**
   * Returns the lines of the commonest count, or if fewer than two thirds agree those in which the
   * runs differ, by how much; most first: instructions, class, method, file and number, with tabs.
   */
  List<String> lines() {
    return (3 * agreeing >= 2 * tables.size() ? commonest : spread())
        .entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(entry -> entry.getValue() + "\t" + entry.getKey())
            .toList();
  }

  private Map<String, Long> spread() {
    Map<String, Long> spread = new TreeMap<>();
    for (String name :
        tables.stream().flatMap(table -> table.keySet().stream()).distinct().toList()) {
      LongSummaryStatistics counts =
          tables.stream().mapToLong(table -> table.getOrDefault(name, 0L)).summaryStatistics();
      spread.put(name, counts.getMax() - counts.getMin());
    }
    spread.values().removeIf(difference -> difference == 0);
    return spread;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of code of a child JVM's counted runs, each with its count in every run. The call's own
 * instructions are subtracted line by line: those of an empty operation, without its method's.
 * Hazard: JNI executes other instructions for null, so the empty operation must return like the
 * run.
 */
public final class RunTable {

  private static final String UNKNOWN = "\tunknown\t\t-2";

  /** The name of a hidden class has a number and an address, which differ from JVM to JVM. */
  private static final Pattern HIDDEN =
      Pattern.compile("(\\$\\$Lambda)?(\\$\\d+)?[./]0x[0-9a-f]+$");

  private RunTable() {}

  /**
   * A counted run.
   *
   * @param places that it executed, each with its count behind it
   * @param isNull true if it returned null
   */
  @SuppressWarnings("ArrayRecordComponent") // neither compared nor printed
  public record Run(long[] places, boolean isNull) {}

  /**
   * Returns the lines: counts with commas between, class, method, file and number with tabs
   * between; null if a run has fewer instructions than the empty one in a line that both have,
   * because steps were lost then.
   *
   * @param emptyRuns none, if the runs have no instructions of a call
   */
  public static @Nullable List<String> lines(List<Run> runs, List<Run> emptyRuns) {
    Map<Boolean, Map<String, Long>> empty = new TreeMap<>();
    emptyRuns.stream()
        .collect(
            Collectors.groupingBy(
                Run::isNull, Collectors.mapping(run -> table(run.places()), Collectors.toList())))
        .forEach((isNull, alike) -> empty.put(isNull, commonest(alike, RunTable::total)));
    List<Map<String, Long>> tables = new ArrayList<>();
    for (Run run : runs) {
      Map<String, Long> table = table(run.places());
      subtract(table, empty.getOrDefault(run.isNull(), Map.of()));
      if (table.values().stream().anyMatch(count -> count < 0)) {
        return null;
      }
      tables.add(table);
    }
    return tables.stream()
        .flatMap(table -> table.keySet().stream())
        .distinct()
        .sorted()
        .map(name -> row(name, tables))
        .toList();
  }

  /** Subtracts the lines that the table has, and leaves out the empty operation's method. */
  static void subtract(Map<String, Long> table, Map<String, Long> empty) {
    empty.forEach(
        (name, count) -> table.computeIfPresent(name, (key, all) -> Long.valueOf(all - count)));
    table.keySet().removeIf(name -> name.startsWith(EmptyOperation.class.getName() + "\t"));
    table.values().removeIf(count -> count == 0);
  }

  private static String row(String name, List<Map<String, Long>> tables) {
    return tables.stream()
        .map(table -> Long.toString(table.getOrDefault(name, 0L)))
        .collect(Collectors.joining(",", "", "\t" + name));
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

  /** Returns the sum of a table's counts. */
  public static long total(Map<?, Long> table) {
    return table.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the first of the runs whose count most of them have. */
  public static <T> T commonest(List<T> runs, ToLongFunction<T> count) {
    Map<Long, Long> agreeing =
        runs.stream().collect(Collectors.groupingBy(count::applyAsLong, Collectors.counting()));
    return runs.stream()
        .max(Comparator.comparing(run -> agreeing.getOrDefault(count.applyAsLong(run), 0L)))
        .orElseThrow();
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
}

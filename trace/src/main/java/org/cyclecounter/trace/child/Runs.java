// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The counted runs of an operation: the commonest of them, and its lines. The instructions of the
 * call, an empty operation's but for those of its own method, are subtracted place by place.
 */
public final class Runs {

  private static final String UNKNOWN = "\tunknown\t\t-2";

  /** The name of a hidden class has a number and an address, which differ from JVM to JVM. */
  private static final Pattern HIDDEN =
      Pattern.compile("(\\$\\$Lambda)?(\\$\\d+)?[./]0x[0-9a-f]+$");

  private final List<Map<String, Long>> tables = new ArrayList<>();

  /** One counted run: each place with its count behind it. */
  static final class Run {
    private final long[] places;
    private final boolean isNull;

    /** Takes the places, and whether the run returned null, which takes JNI fewer instructions. */
    Run(long[] places, boolean isNull) {
      this.places = places.clone();
      this.isNull = isNull;
    }

    LongStream pcs() {
      return LongStream.range(0, places.length / 2).map(i -> places[(int) (2 * i)]);
    }

    long instructions() {
      return LongStream.range(0, places.length / 2).map(i -> places[(int) (2 * i + 1)]).sum();
    }
  }

  /** Takes the runs, and the commonest ones of empty operations that return null and an object. */
  Runs(List<Run> runs, Run nothing, Run something) {
    List<Run> all = new ArrayList<>(runs);
    all.add(nothing);
    all.add(something);
    Map<Long, String> names = names(all);
    for (Run run : runs) {
      Map<String, Long> table = new TreeMap<>();
      add(table, names, run, 1);
      add(table, names, run.isNull ? nothing : something, -1);
      table.keySet().removeIf(name -> name.startsWith(EmptyOperation.class.getName() + "\t"));
      table.values().removeIf(count -> count == 0);
      tables.add(table);
    }
  }

  private static void add(Map<String, Long> table, Map<Long, String> names, Run run, int sign) {
    for (int i = 0; i < run.places.length; i += 2) {
      String name = names.getOrDefault(run.places[i], UNKNOWN);
      table.merge(name, sign * run.places[i + 1], Long::sum);
    }
  }

  private static Map<Long, String> names(List<Run> runs) {
    long[] pcs = runs.stream().flatMapToLong(Run::pcs).sorted().distinct().toArray();
    int unusedError = Stepper.name(pcs, 1); // what has no name is counted as unknown
    Map<Long, String> names = new HashMap<>();
    for (int i = 0; i < pcs.length; i++) {
      String name = Stepper.nameOf(i);
      names.put(pcs[i], name == null || name.isEmpty() ? UNKNOWN : normalized(name));
    }
    return names;
  }

  /** Makes a class's name of its signature, the same in every JVM. */
  public static String normalized(String name) {
    int tab = name.indexOf('\t');
    if (tab <= 2) {
      return name;
    }
    String type = HIDDEN.matcher(name.substring(1, tab - 1)).replaceFirst("$1");
    return type.replace('/', '.') + name.substring(tab);
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
    Map<String, Long> table = commonest(tables, Runs::total);
    return total(table) + "\t" + agreeing(tables, Runs::total, table) + "\t" + tables.size();
  }

  /**
   * Returns the lines of the commonest count, or if fewer than two thirds agree those in which the
   * runs differ, by how much; most first: instructions, class, method, file and number, with tabs.
   */
  List<String> lines() {
    Map<String, Long> table = commonest(tables, Runs::total);
    boolean isRepeatable = 3 * agreeing(tables, Runs::total, table) >= 2 * tables.size();
    return (isRepeatable ? table : spread())
        .entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(entry -> entry.getValue() + "\t" + entry.getKey())
            .toList();
  }

  private Map<String, Long> spread() {
    Map<String, Long> spread = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>();
    tables.forEach(table -> names.addAll(table.keySet()));
    for (String name : names) {
      long[] counts =
          tables.stream().mapToLong(table -> table.getOrDefault(name, 0L)).sorted().toArray();
      if (counts[0] < counts[counts.length - 1]) {
        spread.put(name, counts[counts.length - 1] - counts[0]);
      }
    }
    return spread;
  }
}

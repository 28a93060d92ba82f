// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lines of code of a child JVM's counted runs, each with its count in every run. */
public final class RunTable {

  private static final String UNKNOWN = "\tunknown\t\t-2";

  /** The name of a hidden class has a number and an address, which differ from JVM to JVM. */
  private static final Pattern HIDDEN =
      Pattern.compile("(\\$\\$Lambda)?(\\$\\d+)?[./]0x[0-9a-f]+$");

  private RunTable() {}

  /**
   * Returns the lines: counts with commas between; class, method, file, number and the sums of
   * {@link ClassCode} with tabs between. Methods that were executed have all their lines, unless
   * they are the JDK's. Makes the methods of their classes anew.
   *
   * @param runs the places that each executed, each with its count behind it
   */
  public static List<String> lines(List<long[]> runs) {
    List<Map<String, Long>> named = runs.stream().map(RunTable::table).toList();
    Map<String, Optional<ClassCode>> classes = new HashMap<>();
    Map<String, String> rows = new HashMap<>();
    Set<String> all = new TreeSet<>();
    for (String name : named.stream().flatMap(table -> table.keySet().stream()).toList()) {
      rows.computeIfAbsent(name, first -> row(first, classes, all));
    }
    List<Map<String, Long>> tables = new ArrayList<>();
    for (Map<String, Long> table : named) {
      Map<String, Long> ofRows = new TreeMap<>();
      table.forEach((name, count) -> ofRows.merge(rows.getOrDefault(name, name), count, Long::sum));
      tables.add(ofRows);
    }
    return all.stream().map(row -> row(row, tables)).toList();
  }

  private static String row(String name, List<Map<String, Long>> tables) {
    return tables.stream()
        .map(table -> Long.toString(table.getOrDefault(name, 0L)))
        .collect(Collectors.joining(",", "", "\t" + name));
  }

  /** Returns a name with the sums and the place in a source file; adds it and its method's. */
  private static String row(
      String name, Map<String, Optional<ClassCode>> classes, Set<String> all) {
    String[] columns = name.split("\t", -1);
    ClassCode code = classes.computeIfAbsent(columns[0], RunTable::classCode).orElse(null);
    if (code == null) {
      all.add(normalized(name) + "\t");
      return normalized(name) + "\t";
    }
    int line = Integer.parseInt(columns[3]);
    code.linesBeside(columns[1], line).forEach(number -> all.add(row(columns, number, code)));
    all.add(row(columns, line, code));
    return row(columns, line, code);
  }

  private static String row(String[] columns, int line, ClassCode code) {
    return String.join(
        "\t",
        normalized(columns[0] + "\t" + columns[1]),
        code.source(columns[2], line),
        code.sums(columns[1], line));
  }

  /**
   * Empty for a stub, a hidden class, classes of one name by several loaders, a newer format; and
   * for the JDK's, whose code stays while the conditions do.
   */
  private static Optional<ClassCode> classCode(String signature) {
    if (signature.isEmpty() || isOfJdk(signature)) {
      return Optional.empty();
    }
    byte @Nullable [][] file = {null};
    int classes = Stepper.classFile(signature, file);
    String resource = signature.substring(1, signature.length() - 1) + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      return classes == 1 && file[0] != null
          ? Optional.of(new ClassCode(file[0], in == null ? file[0] : in.readAllBytes()))
          : Optional.empty();
    } catch (IOException | IndexOutOfBoundsException | BufferUnderflowException e) {
      return Optional.empty();
    }
  }

  private static boolean isOfJdk(String signature) {
    String resource = signature.substring(1, signature.length() - 1) + ".class";
    return ClassLoader.getPlatformClassLoader().getResource(resource) != null;
  }

  /** Returns the names of a run's places, each with its count. */
  private static Map<String, Long> table(long[] run) {
    long[] places = IntStream.range(0, run.length / 2).mapToLong(i -> run[2 * i]).toArray();
    @Nullable String[] names = new String[places.length];
    Stepper.name(places, names, 1);
    Map<String, Long> table = new TreeMap<>();
    for (int i = 0; i < names.length; i++) {
      table.merge(names[i] == null ? UNKNOWN : names[i], run[2 * i + 1], Long::sum);
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

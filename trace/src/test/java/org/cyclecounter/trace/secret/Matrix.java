// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.ConstantTime.Compiler;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place;
import org.cyclecounter.trace.SecretOperation;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.TraceException;
import org.cyclecounter.trace.secret.PlantedLeaks.Leak;
import org.jspecify.annotations.Nullable;

/**
 * Checks planted leaks and constant-time functions, each some times with each method, and prints
 * misses and false alarms: {@code trace/constant-time}.
 */
public final class Matrix {

  private static final List<String> METHODS =
      Arrays.stream(Method.values()).map(Method::name).toList();

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private final int runs;
  private final Set<Method> methods;
  private final List<String> operations;
  private final Map<Method, Total> totals = new EnumMap<>(Method.class);

  /** Of a method, in runs; the seconds are a run's processor time. */
  private static final class Total {
    private int leaks;
    private int missed;
    private int functions;
    private int alarms;
    private final DoubleSummaryStatistics seconds = new DoubleSummaryStatistics();
  }

  private Matrix(int runs, List<String> names) {
    this.runs = runs;
    Map<Boolean, List<String>> parts =
        names.stream().collect(Collectors.partitioningBy(METHODS::contains));
    methods =
        (parts.get(true).isEmpty() ? METHODS : parts.get(true))
            .stream().map(Method::valueOf).collect(Collectors.toSet());
    operations = parts.get(false);
  }

  /**
   * Prints a table.
   *
   * @param arguments how many runs; names of methods and operations, if not all
   */
  public static void main(String[] arguments) throws IOException {
    new Matrix(Integer.parseInt(arguments[0]), List.of(arguments).subList(1, arguments.length))
        .print();
  }

  /** Equal results share a line; the error stream has each at once. */
  @SuppressWarnings("SystemOut")
  private void print() throws IOException {
    for (Method method : methods) {
      String obstacle = ConstantTime.obstacle(method).orElse("");
      if (obstacle.isEmpty()) {
        totals.put(method, new Total());
      } else {
        System.out.println(method + ": " + obstacle);
      }
    }
    System.out.println(
        "Java " + System.getProperty("java.runtime.version") + ", " + runs + " runs each");
    System.out.println("leaks seen at the right place, by " + totals.keySet());
    Map<String, List<String>> leaks = new LinkedHashMap<>();
    for (Leak leak : PlantedLeaks.all()) {
      if (isChosen(leak.type())) {
        List<String> seen = new ArrayList<>();
        for (Compiler compiler : leak.compilers()) {
          seen.add(compiler + cells(leak.type(), compiler, leak));
        }
        System.err.println(leak.type().getSimpleName() + " " + seen);
        leaks
            .computeIfAbsent(String.join("  ", seen), key -> new ArrayList<>())
            .add(leak.type().getSimpleName());
      }
    }
    leaks.forEach((seen, names) -> System.out.println(seen + "  " + String.join(" ", names)));
    int quiet = 0;
    for (Class<? extends SecretOperation> type : ConstantTimeFunctions.all()) {
      if (isChosen(type)) {
        String cells = cells(type, Compiler.C2, null);
        System.err.println(type.getSimpleName() + cells);
        if (cells.matches("( 0/\\d+)*")) {
          quiet++;
        } else {
          System.out.println("alarms: C2" + cells + "  " + type.getSimpleName());
        }
      }
    }
    System.out.println("functions without a leak and without an alarm: " + quiet);
    totals.forEach(
        (method, total) ->
            System.out.printf(
                Locale.ROOT,
                "%s: %d of %d leaks missed, %d of %d false alarms, %.1f to %.1f s each%n",
                method,
                total.missed,
                total.leaks,
                total.alarms,
                total.functions,
                total.seconds.getMin(),
                total.seconds.getMax()));
  }

  private boolean isChosen(Class<?> type) {
    return operations.isEmpty() || operations.contains(type.getSimpleName());
  }

  /** Runs of each method that saw the leak, or were alarms, and the reason of other results. */
  private String cells(
      Class<? extends SecretOperation> type, Compiler compiler, @Nullable Leak leak)
      throws IOException {
    StringBuilder cells = new StringBuilder();
    for (Map.Entry<Method, Total> entry : totals.entrySet()) {
      int count = 0;
      double before = secondsOfChildren();
      String other = "";
      for (int i = 0; i < runs; i++) {
        try {
          ConstantTime check =
              ConstantTime.of(32, type).methods(entry.getKey()).compiler(compiler).limit(LIMIT);
          SecretReport report =
              (type == ConstantTimeFunctions.IsEqual.class
                      ? check.accept("java.security.MessageDigest.isEqual")
                      : check)
                  .check();
          boolean isSeen =
              leak == null
                  ? report.conclusion() == Conclusion.DEPENDS
                  : report.places().stream()
                      .anyMatch(p -> p.kind() == Place.Kind.TIME || leak.isAt(p));
          count += isSeen ? 1 : 0;
          if (report.conclusion() == Conclusion.UNDECIDED) {
            other = " (undecided: " + report.java().replaceAll(".*; ", "") + ")";
          } else if (!isSeen && !report.places().isEmpty()) {
            other = " (elsewhere: " + report.places().get(0) + ")";
          }
        } catch (TraceException e) {
          other = " (" + e.getMessage() + ")";
        }
      }
      Total total = entry.getValue();
      total.seconds.accept((secondsOfChildren() - before) / runs);
      if (leak == null) {
        total.alarms += count;
        total.functions += runs;
      } else {
        total.missed += runs - count;
        total.leaks += runs;
      }
      cells.append(' ').append(count).append('/').append(runs).append(other);
    }
    return cells.toString();
  }

  /**
   * Fields 16 and 17 of proc(5)'s stat, in hundredths: of the children that have ended, as soon as
   * they have. Valgrind takes a while to give its memory back.
   */
  private static double secondsOfChildren() throws IOException {
    ProcessHandle.current().children().forEach(child -> child.onExit().join());
    String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / 100.0;
  }
}

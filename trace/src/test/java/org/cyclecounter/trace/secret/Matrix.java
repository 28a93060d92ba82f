// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
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
  private final Map<Method, int[]> sums = new EnumMap<>(Method.class);

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

  @SuppressWarnings("SystemOut")
  private void print() throws IOException {
    for (Method method : methods) {
      String obstacle = ConstantTime.obstacle(method).orElse("");
      if (obstacle.isEmpty()) {
        sums.put(method, new int[4]);
      } else {
        System.out.println(method + ": " + obstacle);
      }
    }
    System.out.println(
        "Java " + System.getProperty("java.runtime.version") + ", " + runs + " runs each");
    System.out.println("seen at the right place, or alarms; seconds of processor time, on average");
    for (Leak leak : PlantedLeaks.all()) {
      for (Compiler compiler : leak.compilers()) {
        print(leak.type(), compiler, leak);
      }
    }
    for (Class<? extends SecretOperation> type : ConstantTimeFunctions.all()) {
      print(type, Compiler.C2, null);
    }
    sums.forEach(
        (method, sum) ->
            System.out.printf(
                Locale.ROOT,
                "%s: %d of %d leaks missed, %d of %d false alarms%n",
                method,
                sum[1] - sum[0],
                sum[1],
                sum[2],
                sum[3]));
  }

  @SuppressWarnings("SystemOut")
  private void print(Class<? extends SecretOperation> type, Compiler compiler, @Nullable Leak leak)
      throws IOException {
    if (!operations.isEmpty() && !operations.contains(type.getSimpleName())) {
      return;
    }
    StringBuilder line =
        new StringBuilder(String.format(Locale.ROOT, "%-20s %s", type.getSimpleName(), compiler));
    for (Map.Entry<Method, int[]> entry : sums.entrySet()) {
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
      double seconds = (secondsOfChildren() - before) / runs;
      entry.getValue()[leak == null ? 2 : 0] += count;
      entry.getValue()[leak == null ? 3 : 1] += runs;
      line.append(
          String.format(
              Locale.ROOT, "  %s %d/%d %.1f s%s", entry.getKey(), count, runs, seconds, other));
    }
    System.out.println(line);
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

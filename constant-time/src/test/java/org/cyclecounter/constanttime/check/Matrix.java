// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cyclecounter.constanttime.CheckException;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.ConstantTime;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.constanttime.check.PlantedLeaks.Leak;
import org.jspecify.annotations.Nullable;

/**
 * Checks planted leaks and constant-time functions, each some times with each method, and prints
 * misses and false alarms: {@code constant-time/proofs/leaks}.
 */
public final class Matrix {

  private static final List<String> METHODS =
      Arrays.stream(Method.values()).map(Method::name).toList();

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private final int runs;
  private final List<String> operations;
  private final Map<Method, Total> totals = new EnumMap<>(Method.class);

  /** Of a method, in runs. */
  private static final class Total {
    private int missed;
    private int alarms;
  }

  private Matrix(int runs, List<String> operations) {
    this.runs = runs;
    this.operations = operations;
  }

  /**
   * Prints a line for each leak and function, and the totals.
   *
   * @param arguments how many runs; names of methods and operations, if not all
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) {
    Map<Boolean, List<String>> names =
        Arrays.stream(arguments).skip(1).collect(Collectors.partitioningBy(METHODS::contains));
    Matrix matrix = new Matrix(Integer.parseInt(arguments[0]), names.get(false));
    for (String name : names.get(true).isEmpty() ? METHODS : names.get(true)) {
      Method method = Method.valueOf(name);
      ConstantTime.obstacle(method)
          .ifPresentOrElse(
              obstacle -> System.out.println(method + ": " + obstacle),
              () -> matrix.totals.put(method, new Total()));
    }
    matrix.print();
  }

  @SuppressWarnings("SystemOut")
  private void print() {
    System.out.println(
        "Java " + System.getProperty("java.runtime.version") + ", " + runs + " runs each");
    System.out.println("leaks seen at the right place, by " + totals.keySet());
    for (Leak leak : PlantedLeaks.all()) {
      for (Compiler compiler : leak.compilers()) {
        if (isChosen(leak.type())) {
          String cells = cells(leak.type(), compiler, leak);
          System.out.println(compiler + cells + "  " + leak.type().getSimpleName());
        }
      }
    }
    System.out.println("false alarms");
    for (Class<? extends SecretOperation> type : ConstantTimeFunctions.all()) {
      if (isChosen(type)) {
        System.out.println("C2" + cells(type, Compiler.C2, null) + "  " + type.getSimpleName());
      }
    }
    totals.forEach(
        (method, total) ->
            System.out.println(
                method + ": " + total.missed + " missed, " + total.alarms + " false alarms"));
  }

  private boolean isChosen(Class<?> type) {
    return operations.isEmpty() || operations.contains(type.getSimpleName());
  }

  /** Runs of each method that saw the leak, or were alarms, and the reason of other results. */
  private String cells(
      Class<? extends SecretOperation> type, Compiler compiler, @Nullable Leak leak) {
    StringBuilder cells = new StringBuilder();
    for (Map.Entry<Method, Total> entry : totals.entrySet()) {
      int count = 0;
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
        } catch (CheckException e) {
          other = " (" + e.getMessage() + ")";
        }
      }
      Total total = entry.getValue();
      if (leak == null) {
        total.alarms += count;
      } else {
        total.missed += runs - count;
      }
      cells.append(' ').append(count).append('/').append(runs).append(other);
    }
    return cells.toString();
  }
}

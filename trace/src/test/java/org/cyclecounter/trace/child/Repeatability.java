// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.trace.InstructionCounter;
import org.cyclecounter.trace.JdkOperations;

/**
 * Counts operations of the JDK in fresh JVMs, by this tree and by another build of it, in turns:
 * {@code trace/repeatable}.
 */
public final class Repeatability {

  private Repeatability() {}

  /**
   * Prints a table, and fails if this tree's counts are not the same in all JVMs.
   *
   * @param arguments the class path of another build, empty for none; the number of JVMs; names of
   *     operations if not all. Or {@code count}, a number of JVMs and a class to be counted in each
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("count")) {
      count(Integer.parseInt(arguments[1]), arguments[2]);
      return;
    }
    String own = System.getProperty("java.class.path");
    String before = arguments[0];
    int jvms = Integer.parseInt(arguments[1]);
    List<String> names = List.of(arguments).subList(2, arguments.length);
    String head = "instructions  seconds";
    System.out.println(jvms + " JVMs each");
    System.out.printf(
        "%-18s %s%s%n", "operation", head, before.isEmpty() ? "" : "  before: " + head);
    List<String> differing = new ArrayList<>();
    for (Class<? extends Callable<?>> type : JdkOperations.all()) {
      if (names.isEmpty() || names.contains(type.getSimpleName())) {
        String columns = columns(own, jvms, type.getName());
        System.out.printf("%-18s%s", type.getSimpleName(), columns);
        if (!agree(columns, jvms)) {
          differing.add(type.getSimpleName());
        }
        // The tests' classes, behind the other build's.
        String other = before + ":" + own.substring(0, own.indexOf(':'));
        System.out.println(
            before.isEmpty() ? "" : "         " + columns(other, jvms, type.getName()));
      }
    }
    if (!differing.isEmpty()) {
      throw new IllegalStateException("fewer than two thirds of the JVMs agree: " + differing);
    }
  }

  /** Prints the instructions in each JVM; calls by reflection what a former build lacks. */
  @SuppressWarnings("SystemOut")
  private static void count(int jvms, String type) throws Exception {
    InstructionCounter counter = InstructionCounter.create().limit(Duration.ofMinutes(10));
    for (Method method : InstructionCounter.class.getMethods()) {
      counter =
          method.getName().equals("jvms")
              ? (InstructionCounter) method.invoke(counter, 1)
              : counter;
    }
    Class<? extends Callable<?>> operation = JdkOperations.of(type);
    for (int i = 0; i < jvms; i++) {
      System.out.println(counter.count(operation).instructions());
    }
  }

  private static String columns(String classPath, int jvms, String type) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath));
    command.addAll(List.of(Repeatability.class.getName(), "count", "" + jvms, type));
    long beginNs = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    long[] counts;
    try (BufferedReader in = process.inputReader()) {
      counts = in.lines().mapToLong(Long::parseLong).sorted().toArray();
    }
    double seconds = (System.nanoTime() - beginNs) / 1e9 / jvms;
    if (counts.length < jvms) {
      return String.format(Locale.ROOT, " %12s", "failed");
    }
    long commonest = commonest(counts);
    long with = Arrays.stream(counts).filter(count -> count == commonest).count();
    String columns = String.format(Locale.ROOT, " %12d  %7.1f", commonest, seconds);
    long spread = counts[jvms - 1] - counts[0];
    return spread == 0
        ? columns
        : columns + ", in " + with + " of " + jvms + " JVMs, spread " + spread;
  }

  /** Asks for what makes a count repeatable: one JVM of some hundreds has another number. */
  private static boolean agree(String columns, int jvms) {
    Matcher with = Pattern.compile("in (\\d+) of").matcher(columns);
    return columns.matches(" +\\d+ .*")
        && (!with.find() || 3 * Integer.parseInt(with.group(1)) >= 2 * jvms);
  }

  private static long commonest(long[] counts) {
    return RunTable.commonest(Arrays.stream(counts).boxed().toList(), Long::longValue);
  }
}

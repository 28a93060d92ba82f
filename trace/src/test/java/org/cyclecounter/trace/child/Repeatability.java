// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.JdkOperations;

/**
 * Counts operations of the JDK in fresh JVMs, and times them in as many others with the same
 * options and warm-up: {@code trace/repeatable}.
 */
public final class Repeatability {

  private static final int TIMED_RUNS = 200;

  private Repeatability() {}

  /**
   * Prints a table.
   *
   * @param arguments the number of JVMs, and names of operations if not all; or the name of a class
   *     to be timed in this one
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    if (!arguments[0].matches("\\d+")) {
      System.out.println(nanoseconds(Class.forName(arguments[0])));
      return;
    }
    int jvms = Integer.parseInt(arguments[0]);
    System.out.println("operation        instructions  JVMs with it     spread  spread of time");
    List<String> names = List.of(arguments).subList(1, arguments.length);
    for (Class<? extends Callable<?>> type : JdkOperations.all()) {
      if (!names.isEmpty() && !names.contains(type.getSimpleName())) {
        continue;
      }
      long[] counts = new long[jvms];
      long[] nanoseconds = new long[jvms];
      for (int i = 0; i < jvms; i++) {
        counts[i] = count(type).instructions();
        nanoseconds[i] = timed(type);
      }
      print(type.getSimpleName(), counts, nanoseconds);
    }
  }

  private static InstructionCount count(Class<?> type) throws CountFailure {
    Duration limit = Duration.ofMinutes(10);
    return new Counting(type.getName(), "", Counting.WARM_UP, limit, part -> {}).count();
  }

  private static long timed(Class<?> type) throws Exception {
    List<String> command = new ArrayList<>(TracedCommand.of(ChildProgram.COUNTING, "", List.of()));
    command.set(command.size() - 1, Repeatability.class.getName());
    command.add(type.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] output = process.getInputStream().readAllBytes();
    return Long.parseLong(new String(output, StandardCharsets.US_ASCII).strip());
  }

  private static long nanoseconds(Class<?> type) throws Exception {
    Stepper.load();
    Callable<?> operation = (Callable<?>) Stepper.instantiate(type);
    int results = 0;
    for (int i = 0; i < Counting.WARM_UP; i++) {
      results += Stepper.call(operation, false) == null ? 0 : 1;
    }
    long begin = System.nanoTime();
    for (int i = 0; i < TIMED_RUNS; i++) {
      results += Stepper.call(operation, false) == null ? 0 : 1;
    }
    return results == 0 ? 0 : (System.nanoTime() - begin) / TIMED_RUNS;
  }

  @SuppressWarnings("SystemOut")
  private static void print(String name, long[] counts, long[] nanoseconds) {
    Long commonest = Runs.commonest(LongStream.of(counts).boxed().toList(), Long::longValue);
    long agreeing = LongStream.of(counts).filter(count -> count == commonest).count();
    System.out.printf(
        Locale.ROOT,
        "%-15s %13d %13s %9.3f %% %13.0f %%%n",
        name,
        commonest,
        agreeing + " of " + counts.length,
        spread(counts),
        spread(nanoseconds));
  }

  /** The largest number above the smallest, in percent. */
  private static double spread(long[] numbers) {
    long smallest = LongStream.of(numbers).min().orElseThrow();
    return 100.0 * (LongStream.of(numbers).max().orElseThrow() - smallest) / smallest;
  }
}

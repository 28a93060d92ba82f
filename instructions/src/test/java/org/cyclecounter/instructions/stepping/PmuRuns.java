// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.cyclecounter.instructions.JdkOperations;

/**
 * Compares counts with those that perf reads from the PMU, in this JVM: {@code
 * instructions/proofs/pmu}.
 */
final class PmuRuns {

  /** Of all calls between two readings; beside them what perf's start and end add is nothing. */
  private static final long INSTRUCTIONS = 1_000_000_000;

  private static final int WARM_UP = 20_000;

  /** The instructions of JNI's call, which are not counted; the empty operation has them, too. */
  private static final long CALL = 1_000;

  private static final double TOLERANCE = 0.001;

  private PmuRuns() {}

  /**
   * Prints a line for each operation, and fails if a count is not the PMU's.
   *
   * @param arguments simple names of operations
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    Stepper.load();
    Stepper.pinSalt();
    String thread = Path.of("/proc/thread-self").toRealPath().getFileName().toString();
    Count empty = Count.of(() -> "", thread);
    List<String> wrong = new ArrayList<>();
    for (String name : arguments) {
      String type = JdkOperations.class.getName() + "$" + name;
      Count count = Count.of(Operations.of(type, Callable.class), thread);
      double counted = count.counted() - empty.counted();
      double byPmu = count.byPmu() - empty.byPmu();
      double difference = counted / byPmu - 1;
      System.out.printf(
          Locale.ROOT,
          "%-16s %9.0f counted, %12.2f by the PMU, %+.3f %%%n",
          name,
          counted,
          byPmu,
          100 * difference);
      if (!(Math.abs(difference) <= TOLERANCE)) {
        wrong.add(name);
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("more than 0.1 % beside the PMU: " + wrong);
    }
  }

  /** Instructions of a call, with what calls it. */
  private record Count(double counted, double byPmu) {

    static Count of(Callable<?> operation, String thread) throws Exception {
      for (int i = 0; i < WARM_UP; i++) {
        call(operation, 1);
      }
      long counted =
          RunTable.commonest(
              Stream.of(run(operation), run(operation), run(operation)).toList(), Long::longValue);
      long calls = INSTRUCTIONS / (counted + CALL);
      double once = perf(operation, calls, thread);
      return new Count(counted, (perf(operation, 2 * calls, thread) - once) / calls);
    }

    private static long run(Callable<?> operation) throws Exception {
      return BlockRuns.Run.of(operation, true).instructions();
    }
  }

  private static void call(Callable<?> operation, long calls) throws Exception {
    for (long i = 0; i < calls; i++) {
      Object unusedResult = Stepper.call(operation, false);
    }
  }

  private static long perf(Callable<?> operation, long calls, String thread) throws Exception {
    Process perf =
        new ProcessBuilder("perf", "stat", "-x,", "-e", "instructions:u", "-t", thread, "--", "cat")
            .start();
    try (BufferedReader out = perf.inputReader();
        BufferedReader result = perf.errorReader()) {
      try (BufferedWriter in = perf.outputWriter()) {
        in.write("begin\n");
        in.flush();
        String unusedEcho = out.readLine(); // perf counts from before cat's start to its end
        call(operation, calls);
      }
      return Long.parseLong(String.valueOf(result.readLine()).split(",", 2)[0]);
    } catch (NumberFormatException e) {
      throw new IOException("perf stat has no count of the thread", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.LineCount;
import org.jspecify.annotations.Nullable;

/**
 * Counts the instructions of an operation in a child JVM.
 *
 * @param operation the name of its class
 * @param classPath folders and JARs to search in addition to this process's class path and module
 *     path; may be empty
 * @param warmUp the runs before it is counted
 * @param limit for everything
 * @param progress receives 0 to 100 during the warm-up and 100 to 200 during the single steps, on
 *     the thread that reads from the child JVM
 */
public record Counting(
    String operation, String classPath, int warmUp, Duration limit, IntConsumer progress) {

  /** Runs before an operation is counted, unless set. */
  public static final int WARM_UP = 20_000;

  /** The time that a count may take, unless set. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** The result of the self-test; null until there has been one in this process. */
  private static @Nullable String tried;

  /** Returns why nothing can be counted here, one sentence; empty if it can. */
  public static synchronized String obstacle() {
    String known = Obstacles.ofThisProcess();
    if (known.isEmpty() && tried == null) {
      try {
        tried =
            new TracedJvm(ChildProgram.COUNTING, "tried single steps", hundredths -> {})
                .run("", List.of(), LIMIT);
      } catch (CountFailure e) {
        if (Thread.currentThread().isInterrupted()) {
          return String.valueOf(e.getMessage()); // of this call only
        }
        tried = String.valueOf(e.getMessage());
      }
    }
    return known.isEmpty() && tried != null ? tried : known;
  }

  /**
   * Counts.
   *
   * @throws CountFailure if there is no such operation, or it throws, takes too long or dies
   */
  public InstructionCount count() throws CountFailure {
    TracedJvm child = new TracedJvm(ChildProgram.COUNTING, "counted " + operation, progress);
    List<String> arguments = List.of(Integer.toString(warmUp), operation);
    String[] numbers = child.run(classPath, arguments, limit).split("\t");
    return new InstructionCount(
        Long.parseLong(numbers[0]),
        Integer.parseInt(numbers[1]),
        Integer.parseInt(numbers[2]),
        Conditions.of(warmUp),
        child.lines().stream().map(line -> new LineCount(line.getKey(), line.getValue())).toList());
  }
}

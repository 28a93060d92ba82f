// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * Counts the instructions of an operation in a child JVM.
 *
 * @param operation the name of its class
 * @param classPath where it is beside this process's class path and module path; empty for nowhere
 * @param warmUp the runs before it is counted
 * @param limit for everything
 * @param progress hears how far it is
 */
public record Counting(
    String operation, String classPath, int warmUp, Duration limit, Progress progress) {

  /** Runs before an operation is counted, unless set. */
  public static final int WARM_UP = 20_000;

  /** The time that a count may take, unless set. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** Tries single steps once in a process, on first use. */
  private static final class SelfTest {
    static final String RESULT = run();

    private static String run() {
      ChildJvm child = new ChildJvm(ChildProgram.COUNTING, (phase, percent) -> {});
      try {
        OptionalInt status = child.run("", List.of("0"), LIMIT);
        if (child.state() == ChildLine.READY) {
          return "";
        }
        if (child.state() == ChildLine.OBSTACLE) {
          return child.text();
        }
        return status.isEmpty()
            ? "Single steps did not end within a minute: something here traps each of them."
            : Obstacles.ofEnd(status.getAsInt(), child.lastOutput());
      } catch (CountFailure e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  /** Returns why nothing can be counted here, one sentence; empty if it can. */
  public static String obstacle() {
    String known = Obstacles.ofThisProcess();
    return known.isEmpty() ? SelfTest.RESULT : known;
  }

  /**
   * Counts.
   *
   * @throws CountFailure if there is no such operation, or it throws, takes too long or dies
   */
  public Counted count() throws CountFailure {
    ChildJvm child = new ChildJvm(ChildProgram.COUNTING, progress);
    OptionalInt status = child.run(classPath, List.of(Integer.toString(warmUp), operation), limit);
    if (child.state() == ChildLine.COUNTED) {
      String[] numbers = child.text().split("\t");
      return new Counted(
          Long.parseLong(numbers[0]),
          Integer.parseInt(numbers[1]),
          Integer.parseInt(numbers[2]),
          Conditions.of(warmUp),
          child.lines().stream().map(Counted::line).toList());
    }
    if (child.state() == ChildLine.FAILED || child.state() == ChildLine.OBSTACLE) {
      throw new CountFailure(child.text());
    }
    throw new CountFailure(
        status.isPresent() ? died(status.getAsInt(), child.lastOutput()) : tooLong(child));
  }

  private String died(int status, String lastOutput) {
    return "The JVM that counted "
        + operation
        + " ended with status "
        + status
        + (lastOutput.isEmpty() ? "." : ": " + lastOutput);
  }

  private String tooLong(ChildJvm child) {
    String limited = " within " + limit.toMillis() / 1000.0 + " s; ";
    return child.isStepping()
        ? "Single-stepping "
            + operation
            + " did not end"
            + limited
            + "give it less to do, or a longer limit: a step takes 2 to 12 µs."
        : "The warm-up of "
            + operation
            + ", "
            + warmUp
            + " runs, did not end"
            + limited
            + "set fewer with warmUp, or a longer limit.";
  }
}

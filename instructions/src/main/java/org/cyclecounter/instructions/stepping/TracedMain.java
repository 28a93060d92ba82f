// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.stepping.RunTable.Run;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The program of the child JVM: tests that single steps arrive, calls the operation for the
 * warm-up, then counts. Its lines on the standard output begin with a word that the parent gave it,
 * because the operation may print there, too; then comes the kind: {@code PROGRESS}, hundredths of
 * the warm-up and 100 more in those of the counted runs; {@code LINE}, the instructions of each
 * run, class, method, file and number; last {@code COUNTED}, or {@code FAILED} and the reason,
 * after {@code TRACE} with each line of the stack trace of an operation that threw.
 *
 * <p>Hazards: Java code that runs between the operation's runs takes part in its profiles, and is
 * compiled; all that runs is the same, in number and order, in every JVM. The JVM's start is not,
 * so that its profiles are dropped; from there to the warm-up nothing may use a map or a lambda for
 * the first time. The frames that are active at the drop go on in their old methods, the same ones
 * in every JVM.
 */
public final class TracedMain {

  /** The counted runs, after one that is not counted. */
  public static final int RUNS = 5;

  /** C2 has compiled an empty method long before. */
  private static final int EMPTY_WARM_UP = 20_000;

  /** Attempts to count a run, before one by single steps. */
  private static final int ATTEMPTS = 3;

  /** Reports of a phase. */
  public static final int REPORTS = 20;

  private TracedMain() {}

  /**
   * Started by {@link TracedJvm} only.
   *
   * @param arguments the word; to count, the number of warm-up runs, the limit in milliseconds,
   *     true for single steps alone, and the operation's class
   */
  public static void main(String[] arguments) throws IOException {
    try {
      ParentPipe.open(arguments[0]);
      checkSteps();
      if (arguments.length > 1) {
        Stepper.blocks(!Boolean.parseBoolean(arguments[3]));
        count(arguments[4], Integer.parseInt(arguments[1]));
      }
      ParentPipe.send("COUNTED", "");
    } catch (CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    } catch (CountFailure e) {
      ParentPipe.send(e);
    }
  }

  private static void count(String name, int warmUp) throws IOException, CountFailure {
    // The first sending allocates: before the operation, not among its objects.
    ParentPipe.send("PROGRESS", "0");
    Stepper.pinSalt(); // before the operation's class can iterate
    // The first object loads and links classes, which allocates more in one JVM than in another.
    // The second object's arrays are aligned the same way in every JVM: C2's loops depend on that.
    Object unusedFirst = call(Operations.of(name, Callable.class), false);
    Callable<?> operation = second(name);
    Call counted = new Call(operation);
    dropProfiles();
    // Before the warm-up: a first call after it would invalidate code that was compiled for the
    // operation alone.
    List<Run> empty = emptyRuns(null);
    empty.addAll(emptyRuns(""));
    for (int i = 0; i < warmUp; i++) {
      if (i % Math.max(1, warmUp / REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Long.toString(100L * i / warmUp));
      }
      Object unusedResult = call(operation, false);
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i <= RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (RUNS + 1)));
      runs.add(step(counted));
    }
    send(name, runs, empty);
  }

  /** Sends the lines of all runs but the first. */
  public static void send(String name, List<Run> runs, List<Run> empty)
      throws IOException, CountFailure {
    List<String> lines = RunTable.lines(runs.subList(1, runs.size()), empty);
    if (lines == null) {
      throw Operations.lostSteps(name);
    }
    for (String line : lines) {
      ParentPipe.send("LINE", line);
    }
  }

  /** Fails if single steps do not arrive here. */
  public static void checkSteps() throws CountFailure {
    String obstacle = Obstacles.ofSelfTest(Stepper.selfTest());
    if (!obstacle.isEmpty()) {
      throw new CountFailure("%s", obstacle);
    }
  }

  private static Callable<?> second(String name) throws CountFailure {
    try {
      return Operations.of(name, Callable.class);
    } catch (CountFailure e) {
      throw new CountFailure(
          "The constructor has to run twice in a JVM, and failed the second time. %s",
          String.valueOf(e.getMessage()));
    }
  }

  /** Makes all methods anew, or fails. */
  public static void dropProfiles() throws CountFailure {
    String failure = Stepper.dropProfiles();
    if (failure != null) {
      String[] columns = failure.split("\t");
      throw new CountFailure("%s", Obstacles.ofProfiles(columns[0], columns[1]));
    }
  }

  private static @Nullable Object call(Callable<?> operation, boolean isStepped)
      throws CountFailure {
    try {
      return Stepper.call(operation, isStepped);
    } catch (Throwable e) {
      throw CountFailure.threw(operation.getClass().getName(), e);
    }
  }

  /** Counts the call's own instructions, by an operation that only returns this result. */
  private static List<Run> emptyRuns(@Nullable Object result) throws CountFailure {
    EmptyOperation operation = new EmptyOperation(result);
    for (int i = 0; i < EMPTY_WARM_UP; i++) {
      Object unusedResult = call(operation, false);
    }
    Call counted = new Call(operation);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(step(counted));
    }
    return runs;
  }

  private static Run step(Call counted) throws CountFailure {
    Run run = step((Attempt) counted);
    if (run == null) {
      throw Operations.lostSteps(counted.name());
    }
    return run;
  }

  /** A counted call of an operation; no lambda, by the hazards above. */
  private record Call(Callable<?> operation) implements Attempt {

    private String name() {
      return operation.getClass().getName();
    }

    @Override
    public @Nullable Run run() throws CountFailure {
      Operations.align();
      return TracedMain.run(name(), call(operation, true) == null);
    }
  }

  /**
   * Returns the counted call as a run; null if it is to be repeated.
   *
   * @param isNull true if it returned null
   * @throws CountFailure if steps were lost, which a repetition would not change
   */
  public static @Nullable Run run(String name, boolean isNull) throws CountFailure {
    long[] places = Stepper.places();
    if (places == null && !Stepper.isDisturbed()) {
      throw Operations.lostSteps(name);
    }
    return places == null ? null : new Run(places, isNull);
  }

  /** Attempts a run some times, then by single steps if blocks were; returns null if all fail. */
  public static @Nullable Run step(Attempt attempt) throws CountFailure {
    Run run = null;
    for (int i = 0; i < ATTEMPTS && run == null; i++) {
      run = attempt.run();
    }
    if (run == null && Stepper.isDisturbed()) {
      Stepper.blocks(false);
      run = attempt.run();
      Stepper.blocks(true);
    }
    return run;
  }

  /** A counted run. */
  public interface Attempt {
    /** Runs, and returns null if that is to be repeated. */
    @Nullable Run run() throws CountFailure;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The program of the child JVM: tests that single steps arrive, calls the operation as often as it
 * is told, then counts. Its lines on the standard output begin with a word that the parent gave it,
 * because the operation may print there, too; then comes what it is: {@code PROGRESS}, hundredths
 * of the warm-up and 100 more in those of the counted runs; {@code LINE}, instructions, class,
 * method, file and number; last {@code COUNTED}, instructions, agreeing runs and runs, of a
 * self-test nothing, or {@code FAILED} and the reason.
 *
 * <p>Hazard: Java code that runs between the operation's runs takes part in its profiles, and is
 * compiled. All that runs is the same, in number and order, in every JVM.
 */
public final class ChildMain {

  /** The counted runs; before them, one that is not. */
  static final int RUNS = 5;

  /** C2 has compiled an empty method long before. */
  private static final int EMPTY_WARM_UP = 20_000;

  private static final int PAGE = 4096;

  /** Reports of a phase. */
  private static final int REPORTS = 20;

  /** The bytes of an array without elements; an address is a multiple of half of it. */
  private static final int ARRAY = 16;

  /** The last array before an aligned address; a field, so that no compiler leaves it out. */
  private static byte[] last = {};

  private ChildMain() {}

  /**
   * Started by {@link ChildJvm} only.
   *
   * @param arguments the word; to count, the number of warm-up runs and the operation's class
   */
  public static void main(String[] arguments) throws IOException {
    try {
      Stepper.load();
      ParentPipe.open(arguments[0]);
      Obstacles.checkSelfTest(Stepper.selfTest());
      ParentPipe.send("COUNTED", arguments.length == 1 ? "" : count(arguments[2], arguments[1]));
    } catch (CountFailure | CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    }
  }

  /** Sends the lines, and returns the numbers. */
  private static String count(String name, String warmUpRuns) throws IOException, CountFailure {
    int warmUp = Integer.parseInt(warmUpRuns);
    // What sending takes for the first time lies before the operation, not among its objects.
    ParentPipe.send("PROGRESS", "0");
    Callable<?> operation = operation(name);
    Object result = null;
    for (int i = 0; i < warmUp; i++) {
      if (i % Math.max(1, warmUp / REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Long.toString(100L * i / warmUp));
      }
      result = call(operation, false);
    }
    // JNI takes other instructions for null: what is subtracted ends as the operation does.
    List<long[]> empty = emptyRuns(new EmptyOperation(result == null ? null : ""));
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i <= RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (RUNS + 1)));
      runs.add(step(operation));
    }
    Runs counted = new Runs(runs.subList(1, runs.size()), empty);
    for (String line : counted.lines()) {
      ParentPipe.send("LINE", line);
    }
    return counted.summary();
  }

  private static Callable<?> operation(String name) throws CountFailure {
    try {
      Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
      if (!Callable.class.isAssignableFrom(type)) {
        throw new CountFailure(
            "The class %s has to implement java.util.concurrent.Callable.", name);
      }
      align();
      return (Callable<?>) Stepper.instantiate(type);
    } catch (CountFailure e) {
      throw e;
    } catch (ClassNotFoundException e) {
      throw new CountFailure(
          "No class '%s' is on the class path or module path of a new JVM.", name);
    } catch (NoSuchMethodError | InstantiationError e) {
      throw new CountFailure(
          "The class %s needs a constructor without parameters, and cannot be abstract.", name);
    } catch (Throwable e) {
      throw new CountFailure("The operation %s cannot be made: %s", name, e);
    }
  }

  private static @Nullable Object call(Callable<?> operation, boolean isStepped)
      throws CountFailure {
    try {
      return Stepper.call(operation, isStepped);
    } catch (Throwable e) {
      throw new CountFailure("The operation %s threw %s", operation.getClass().getName(), e);
    }
  }

  /** Counts what belongs to the call, and not to the operation. */
  private static List<long[]> emptyRuns(EmptyOperation operation) throws CountFailure {
    for (int i = 0; i < EMPTY_WARM_UP; i++) {
      Object unusedResult = call(operation, false);
    }
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(step(operation));
    }
    return runs;
  }

  private static long[] step(Callable<?> operation) throws CountFailure {
    align();
    Object unusedResult = call(operation, true);
    long[] places = Stepper.places();
    if (places == null) {
      throw new CountFailure(
          "The operation %s changed the trap flag or the handler of SIGTRAP.",
          operation.getClass().getName());
    }
    return places;
  }

  /**
   * Makes the next allocation begin a page: C2's loops go in other steps to the first aligned
   * address.
   */
  private static void align() {
    do {
      last = new byte[(Stepper.address(last) + last.length) % ARRAY == 0 ? 0 : ARRAY / 2];
    } while ((Stepper.address(last) + ARRAY + last.length) % PAGE != 0);
  }
}

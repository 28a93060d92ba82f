// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.trace.child.Runs.Run;
import org.jspecify.annotations.Nullable;

/**
 * The program of the child JVM: tests that single steps arrive, calls the operation as often as it
 * is told, then counts. Its lines on the standard output begin with a word that the parent gave it,
 * because the operation may print there, too.
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

  /** Holds what aligns the next allocation, so that the compiler cannot leave it out. */
  @SuppressWarnings("unused")
  private static byte[] filler = {};

  private static byte[] last = {};

  private final ParentPipe parent;

  private ChildMain(ParentPipe parent) {
    this.parent = parent;
  }

  /** Ends the run with a sentence for the parent. */
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure(String sentence) {
      super(sentence);
    }
  }

  /**
   * Started by {@link ChildJvm} only.
   *
   * @param arguments the word; the number of warm-up runs; the operation's class, if there is one
   */
  public static void main(String[] arguments) throws IOException {
    ChildMain child = new ChildMain(new ParentPipe(arguments[0]));
    try {
      String obstacle = obstacle();
      child.parent.send(obstacle.isEmpty() ? ChildLine.READY : ChildLine.OBSTACLE, obstacle);
      if (obstacle.isEmpty() && arguments.length > 2) {
        child.count(arguments[2], Integer.parseInt(arguments[1]));
      }
    } catch (Failure e) {
      child.parent.send(ChildLine.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private static String obstacle() {
    String known = Obstacles.ofThisProcess();
    if (!known.isEmpty()) {
      return known;
    }
    try {
      Stepper.load();
    } catch (CounterUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
    ParentPipe.endWithParent();
    return Obstacles.ofSelfTest(Stepper.selfTest());
  }

  private void count(String name, int warmUp) throws IOException, Failure {
    System.setIn(InputStream.nullInputStream()); // the parent's
    Callable<?> operation = operation(name);
    for (int i = 0; i < warmUp; i++) {
      if (i % Math.max(1, warmUp / REPORTS) == 0) {
        Stepper.report(ChildLine.WARM_UP, (int) (100L * i / warmUp));
      }
      call(operation, false);
    }
    List<Run> nothing = emptyRuns(null);
    List<Run> something = emptyRuns("");
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i <= RUNS; i++) {
      Stepper.report(ChildLine.STEPS, 100 * i / (RUNS + 1));
      Run run = step(operation);
      if (i > 0) {
        runs.add(run);
      }
    }
    Runs counted =
        new Runs(
            runs,
            Runs.commonest(nothing, Run::instructions),
            Runs.commonest(something, Run::instructions));
    for (String line : counted.lines()) {
      parent.send(ChildLine.LINE, line);
    }
    parent.send(ChildLine.COUNTED, counted.summary());
  }

  private static Callable<?> operation(String name) throws Failure {
    try {
      Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
      align();
      Object operation = Stepper.instantiate(type);
      if (operation instanceof Callable<?> callable) {
        return callable;
      }
      throw new Failure("The class " + name + " does not implement Callable.");
    } catch (ClassNotFoundException e) {
      throw new Failure(
          "No class '" + name + "' is on the class path or module path of a new JVM.");
    } catch (NoSuchMethodError | InstantiationError e) {
      throw new Failure(
          "The class " + name + " needs a constructor without parameters, and cannot be abstract.");
    } catch (Throwable e) {
      throw new Failure("The operation " + name + " cannot be made: " + e);
    }
  }

  private static @Nullable Object call(Callable<?> operation, boolean isStepped) throws Failure {
    try {
      return isStepped ? Stepper.step(operation) : Stepper.call(operation);
    } catch (Throwable e) {
      throw new Failure("The operation " + operation.getClass().getName() + " threw " + e);
    }
  }

  /** Counts what belongs to the call, and not to the operation. */
  private static List<Run> emptyRuns(@Nullable Object result) throws Failure {
    EmptyOperation operation = new EmptyOperation(result);
    for (int i = 0; i < EMPTY_WARM_UP; i++) {
      call(operation, false);
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(step(operation));
    }
    return runs;
  }

  private static Run step(Callable<?> operation) throws Failure {
    align();
    Object result = call(operation, true);
    if (!Stepper.isRestored()) {
      throw new Failure(
          "The operation "
              + operation.getClass().getName()
              + " changed the trap flag or the handler of SIGTRAP.");
    }
    return new Run(Stepper.places(), result == null);
  }

  /**
   * Makes the next allocation begin a page: C2's loops go in other steps to the first aligned
   * address.
   */
  private static void align() {
    byte[] first = new byte[0];
    byte[] second = new byte[0];
    long size = Stepper.address(second) - Stepper.address(first);
    last = second;
    for (int i = 0; i < 4; i++) {
      long missing = -(Stepper.address(last) + size) & (PAGE - 1);
      if (missing == 0) {
        return;
      }
      // One array to the boundary but one, and the last one, whose address is looked at.
      filler = new byte[(int) (missing >= 2 * size ? missing - 2 * size : PAGE)];
      last = new byte[0];
    }
  }
}

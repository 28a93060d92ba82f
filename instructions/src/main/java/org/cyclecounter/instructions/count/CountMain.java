// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.instructions.stepping.SteppedRuns;
import org.cyclecounter.instructions.stepping.Stepper;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The program of the child JVM that counts a class: tests that single steps arrive, calls the
 * operation for the warm-up, then counts.
 *
 * <p>Hazards: code that runs between the operation's runs changes its profiles. So every JVM must
 * run the same calls in the same order. JVMs start differently, so the profiles of the start are
 * dropped; from there to the warm-up nothing may use a map or a lambda for the first time. The
 * frames that are active at the drop go on in their old methods, the same ones in every JVM.
 */
public final class CountMain {

  private CountMain() {}

  /**
   * Started by {@link Counting} only.
   *
   * @param arguments the word; to count, the number of warm-up runs, the limit in milliseconds,
   *     true for single steps alone, and the operation's name
   */
  public static void main(String[] arguments) throws IOException {
    try {
      ParentPipe.open(arguments[0]);
      SteppedRuns.checkSteps();
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
    Object unusedFirst = call(name, Operations.of(name, Callable.class), false);
    Callable<?> operation = second(name);
    Call counted = new Call(name, operation);
    SteppedRuns.dropProfiles();
    for (int i = 0; i < warmUp; i++) {
      if (i % Math.max(1, warmUp / SteppedRuns.REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Long.toString(100L * i / warmUp));
      }
      if (i == 0) {
        Operations.align(); // for what the first call keeps
      }
      Object unusedResult = call(name, operation, false);
    }
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i <= SteppedRuns.RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (SteppedRuns.RUNS + 1)));
      runs.add(step(counted));
    }
    SteppedRuns.row(counted, 1);
    SteppedRuns.send(runs);
    AllocatedBytes.send(
        number -> {
          for (int i = 0; i < number; i++) {
            Object unusedResult = call(name, operation, false);
          }
        });
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

  private static @Nullable Object call(String name, Callable<?> operation, boolean isStepped)
      throws CountFailure {
    try {
      return Stepper.call(operation, isStepped);
    } catch (Throwable e) {
      throw CountFailure.threw(name, e);
    }
  }

  private static long[] step(Call counted) throws CountFailure {
    long[] run = SteppedRuns.step(counted);
    if (run == null) {
      throw Operations.lostSteps(counted.name());
    }
    return run;
  }

  /** A counted call of an operation; no lambda, by the hazards above. */
  private record Call(String name, Callable<?> operation) implements SteppedRuns.Attempt {

    @Override
    public long @Nullable [] run(long @Nullable [] row) throws CountFailure {
      for (int i = 0; i < (row == null ? 1 : row.length); i++) {
        Operations.align();
        Object unusedResult = call(name, operation, true);
        if (row != null) {
          row[i] = Stepper.keep();
        }
      }
      return row != null ? null : SteppedRuns.run(name);
    }
  }
}

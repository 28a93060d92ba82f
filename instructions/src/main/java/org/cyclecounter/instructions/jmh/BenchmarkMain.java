// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.instructions.count.CountMain;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.instructions.stepping.SteppedRuns;
import org.cyclecounter.instructions.stepping.Stepper;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;

/**
 * The program of the child JVM that counts a benchmark; {@link CountMain} says what makes JVMs
 * differ, {@link BenchmarkStates} how it is called.
 *
 * @since 0.1.0
 */
public final class BenchmarkMain implements SteppedRuns.Attempt {

  /** HotSpot does not compile longer methods (HugeMethodLimit), in bytes of byte code. */
  private static final int MAX_BYTECODES = 8_000;

  private static final int NOT_COMPILED = 0;
  private static final int NOT_RETURNED = 3;
  private static final int COUNTED = 4;

  private final BenchmarkParams params;
  private final String title;
  private final BenchmarkStates states;
  private int bytecodes;
  private boolean isExcluded;

  /** The result of the last counted call. */
  private int state;

  /** A child JVM's task. */
  interface Task {
    void run() throws IOException, ReflectiveOperationException, CountFailure;
  }

  private BenchmarkMain(BenchmarkParams params) throws ReflectiveOperationException, CountFailure {
    this.params = params;
    title = BenchmarkTarget.title(params);
    String name = params.getBenchmark();
    int dot = name.lastIndexOf('.');
    watch(BenchmarkStates.typeOf(name.substring(0, dot)), name.substring(dot + 1));
    states = new BenchmarkStates(params);
  }

  /**
   * Returns the call of an iteration that is counted. The first one, behind the iteration's set-up,
   * is another than most, and what it executes alone is seldom compiled.
   */
  static int countedCall(BenchmarkParams params) {
    return params.getMode() == Mode.SingleShotTime ? 1 : 2;
  }

  /** Finds the benchmark, what it overrides or is overridden by, and bridges; not its overloads. */
  private void watch(Class<?> user, String method) throws CountFailure {
    List<Method> all = new ArrayList<>();
    for (Class<?> type = user; type != null; type = type.getSuperclass()) {
      all.addAll(List.of(type.getDeclaredMethods()));
    }
    all.removeIf(declared -> !declared.getName().equals(method));
    for (Method declared : all) {
      if (declared.isAnnotationPresent(org.openjdk.jmh.annotations.Benchmark.class)) {
        if (List.of(declared.getParameterTypes()).contains(Control.class)) {
          throw new CountFailure("%s waits for JMH's Control, which other threads set.", title);
        }
        CompilerControl control = declared.getAnnotation(CompilerControl.class);
        isExcluded = control != null && control.value() == CompilerControl.Mode.EXCLUDE;
        all.stream()
            .filter(other -> other.getParameterCount() == declared.getParameterCount())
            .forEach(other -> bytecodes = Math.max(bytecodes, BenchmarkCalls.watch(other)));
        return;
      }
    }
  }

  /**
   * Started by a parent process only.
   *
   * @param arguments the word, the number of warm-up calls, the limit in milliseconds, true for
   *     single steps alone, and the argument of a {@link BenchmarkTarget}
   */
  public static void main(String[] arguments) throws IOException {
    run(
        arguments[0],
        () -> {
          SteppedRuns.checkSteps();
          ParentPipe.send("PROGRESS", "0");
          Stepper.pinSalt(); // before the benchmark's classes can iterate
          BenchmarkMain benchmark = new BenchmarkMain(BenchmarkTarget.params(arguments[4]));
          Stepper.blocks(!Boolean.parseBoolean(arguments[3]));
          benchmark.count(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
        });
  }

  /** Runs a task, and sends how it ended. */
  static void run(String word, Task task) throws IOException {
    try {
      ParentPipe.open(word);
      task.run();
      ParentPipe.send("COUNTED", "");
    } catch (CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    } catch (ReflectiveOperationException | LinkageError e) {
      ParentPipe.send(
          "FAILED",
          "The class path lacks a class; JMH has to be 1.37, in the same JAR or beside it: " + e);
    } catch (CountFailure e) {
      ParentPipe.send(e);
    }
  }

  private void count(int warmUp, long limitMs) throws IOException, CountFailure {
    CallTime.check(title, calls -> states.iterate(calls, 0, false, null), warmUp, limitMs);
    int unusedState = states.iterate(1, 0, true, null);
    // The first states loaded classes, which allocates more in one JVM than in another: arrays of
    // the second ones are aligned the same way in every JVM, and C2's loops depend on that.
    states.renew();
    unusedState = states.iterate(1, 0, false, null);
    SteppedRuns.dropProfiles();
    BenchmarkCalls.watchClock(Operations.class);
    int reports = SteppedRuns.REPORTS;
    for (int i = 0; i < reports; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 * i / reports));
      int calls = (int) (warmUp * (i + 1L) / reports - warmUp * (long) i / reports);
      unusedState = calls == 0 ? 0 : states.iterate(calls, 0, false, null);
    }
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i <= SteppedRuns.RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (SteppedRuns.RUNS + 1)));
      runs.add(step(warmUp));
    }
    if (params.getMode() != Mode.SingleShotTime) {
      SteppedRuns.row(this, countedCall(params));
    }
    SteppedRuns.send(runs);
    if (params.getMode() != Mode.SingleShotTime) {
      AllocatedBytes.send(number -> states.iterate(number, 0, false, null));
    }
    unusedState = states.iterate(1, 0, true, null);
  }

  @Override
  public long @Nullable [] run(long @Nullable [] row) throws CountFailure {
    int call = countedCall(params);
    state = states.iterate(row == null ? call : row.length, call, false, row);
    return row == null && state == COUNTED ? SteppedRuns.run(title) : null;
  }

  private long[] step(int warmUp) throws CountFailure {
    long[] run = SteppedRuns.step(this);
    if (run != null) {
      return run;
    }
    if (state == COUNTED) {
      throw Operations.lostSteps(title);
    }
    if (state == NOT_RETURNED) {
      throw new CountFailure(
          "%s left its compiled code (deoptimised, or compiled in a loop only): set a greater"
              + " --warm-up.",
          title);
    }
    if (state == NOT_COMPILED && isExcluded) {
      throw new CountFailure(
          "%s is excluded from compilation by @CompilerControl, and only compiled code is counted.",
          title);
    }
    if (state == NOT_COMPILED && bytecodes > MAX_BYTECODES) {
      throw new CountFailure(
          "HotSpot does not compile %s: it has %d byte codes, and %d are the most.",
          title, bytecodes, MAX_BYTECODES);
    }
    throw new CountFailure(
        "%s was not compiled after %d calls: set a greater --warm-up.", title, warmUp);
  }
}

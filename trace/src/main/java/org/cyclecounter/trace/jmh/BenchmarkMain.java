// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.jmh;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Operations;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.RunTable;
import org.cyclecounter.trace.child.RunTable.Run;
import org.cyclecounter.trace.child.Stepper;
import org.cyclecounter.trace.child.TracedMain;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.InfraControl;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Version;

/**
 * The program of the child JVM that counts a benchmark; {@link TracedMain} says what it sends, and
 * what makes JVMs differ. JMH's generated code makes the states and calls the fixtures; each
 * iteration is one call of its SingleShotTime method, whose batch is a number of calls.
 */
public final class BenchmarkMain {

  /** HotSpot does not compile longer methods (HugeMethodLimit), in bytes of byte code. */
  private static final int MAX_BYTECODES = 8_000;

  private static final int NOT_COMPILED = 0;
  private static final int NOT_RETURNED = 3;
  private static final int COUNTED = 4;

  private final String name;
  private final String title;
  private final BenchmarkParams params;
  private final Object generated;
  private final String shot;
  private final Control control = new Control();
  private int bytecodes;
  private boolean isFirst = true;

  /** The result of the last counted call. */
  private int state;

  /** Takes a Target's arguments. */
  private BenchmarkMain(List<String> arguments) throws CountFailure {
    name = arguments.get(0);
    WorkloadParams values = new WorkloadParams();
    StringBuilder titled = new StringBuilder(name);
    for (int i = 3; i < arguments.size(); i += 2) {
      values.put(arguments.get(i), arguments.get(i + 1), i);
      titled.append(' ').append(arguments.get(i)).append('=').append(arguments.get(i + 1));
    }
    title = titled.toString();
    params = params(name, arguments.get(1), Integer.parseInt(arguments.get(2)), values);
    int dot = arguments.get(1).lastIndexOf('.');
    shot = name.substring(name.lastIndexOf('.') + 1) + "_" + Mode.SingleShotTime;
    watch(type(name.substring(0, name.lastIndexOf('.'))));
    generated = Stepper.instantiate(type(arguments.get(1).substring(0, dot)));
  }

  private static BenchmarkParams params(
      String name, String generated, int operations, WorkloadParams values) {
    IterationParams one = iteration(1);
    return new BenchmarkParams(
        name,
        generated,
        false,
        1,
        new int[] {1},
        List.of(),
        1,
        0,
        one,
        one,
        Mode.SingleShotTime,
        values,
        TimeUnit.NANOSECONDS,
        operations,
        "",
        List.of(),
        "",
        "",
        "",
        Version.getPlainVersion(),
        TimeValue.minutes(10));
  }

  private static IterationParams iteration(int batch) {
    return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, batch);
  }

  /** Finds a class by its name in source code, where a nested class has a dot as a package has. */
  private static Class<?> type(String name) throws CountFailure {
    String binary = name;
    while (true) {
      try {
        return Class.forName(binary, false, ClassLoader.getSystemClassLoader());
      } catch (ClassNotFoundException e) {
        int dot = binary.lastIndexOf('.');
        if (dot < 0) {
          throw new CountFailure("No class '%s' is on the class path of a new JVM.", name);
        }
        binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
      }
    }
  }

  /** Finds the benchmark, what it overrides or is overridden by, and bridges; not its overloads. */
  private void watch(Class<?> user) throws CountFailure {
    String method = name.substring(name.lastIndexOf('.') + 1);
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
        all.stream()
            .filter(other -> other.getParameterCount() == declared.getParameterCount())
            .forEach(other -> bytecodes = Math.max(bytecodes, Stepper.watch(other)));
        return;
      }
    }
  }

  /**
   * Started by a parent process only.
   *
   * @param arguments the word, the number of warm-up calls, the limit in milliseconds, true for
   *     single steps alone, the benchmark's name, its generated method, operations, and its
   *     parameters, each with its value
   */
  public static void main(String[] arguments) throws IOException {
    try {
      ParentPipe.open(arguments[0]);
      TracedMain.checkSteps();
      ParentPipe.send("PROGRESS", "0");
      Stepper.pinSalt(); // before the benchmark's classes can iterate
      List<String> all = Arrays.asList(arguments);
      BenchmarkMain benchmark = new BenchmarkMain(all.subList(4, all.size()));
      Stepper.blocks(!Boolean.parseBoolean(arguments[3]));
      benchmark.count(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
      ParentPipe.send("COUNTED", "");
    } catch (CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      ParentPipe.send(
          "FAILED",
          "The benchmarks need JMH 1.37, and have " + Version.getPlainVersion() + ": " + e);
    } catch (CountFailure e) {
      ParentPipe.send(e);
    }
  }

  private void count(int warmUp, long limitMs) throws IOException, CountFailure {
    CallTime.check(title, calls -> iterate(calls, false, false), warmUp, limitMs);
    TracedMain.dropProfiles();
    Stepper.watchClock(Operations.class);
    int reports = TracedMain.REPORTS;
    for (int i = 0; i < reports; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 * i / reports));
      iterate(warmUp * (i + 1L) / reports - warmUp * (long) i / reports);
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i <= TracedMain.RUNS; i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / (TracedMain.RUNS + 1)));
      runs.add(step(warmUp));
    }
    iterate(1, false, true);
    List<String> lines = RunTable.lines(runs.subList(1, runs.size()), List.of());
    for (String line : lines == null ? List.<String>of() : lines) {
      ParentPipe.send("LINE", line);
    }
  }

  private void iterate(long calls) throws CountFailure {
    if (calls > 0) {
      int unusedState = iterate((int) calls, false, false);
    }
  }

  private int iterate(int calls, boolean isCounted, boolean isLast) throws CountFailure {
    if (isFirst) { // makes the states; CallTime has read text of any length
      Operations.align();
    }
    InfraControl infra =
        new InfraControl(
            params,
            iteration(calls),
            new CountDownLatch(1),
            new CountDownLatch(1),
            isFirst,
            isLast,
            false,
            control);
    isFirst = false;
    try {
      return Stepper.iterate(
          generated, shot, infra, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1), isCounted);
    } catch (Throwable e) {
      throw CountFailure.threw(title, e);
    }
  }

  private @Nullable Run attempt() throws CountFailure {
    state = iterate(1, true, false);
    return state == COUNTED ? TracedMain.run(title, false) : null;
  }

  private Run step(int warmUp) throws CountFailure {
    Run run = TracedMain.step(this::attempt);
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
    if (state == NOT_COMPILED && bytecodes > MAX_BYTECODES) {
      throw new CountFailure(
          "HotSpot does not compile %s: it has %d byte codes, and %d are the most.",
          title, bytecodes, MAX_BYTECODES);
    }
    throw new CountFailure(
        "%s was not compiled after %d calls: set a greater --warm-up.", title, warmUp);
  }
}

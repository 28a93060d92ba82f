// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.Stepper;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.InfraControl;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A benchmark's states, which JMH's generated code makes in the first iteration and tears down in
 * the last one. An iteration is one call of its SingleShotTime method.
 */
final class BenchmarkStates {

  private final BenchmarkParams params;
  private final Method iteration;
  private Object generated;
  private boolean isFirst = true;

  BenchmarkStates(BenchmarkParams params) throws ReflectiveOperationException, CountFailure {
    this.params = params;
    String type = params.generatedBenchmark();
    String name = params.getBenchmark();
    try {
      generated = Stepper.instantiate(typeOf(type.substring(0, type.lastIndexOf('.'))));
    } catch (ClassNotFoundException e) {
      throw new CountFailure(
          "JMH's annotation processor has made no classes for %s: build it anew with that.",
          name.substring(0, name.lastIndexOf('.')));
    }
    iteration =
        generated
            .getClass()
            .getMethod(
                name.substring(name.lastIndexOf('.') + 1) + "_" + Mode.SingleShotTime,
                InfraControl.class,
                ThreadParams.class);
  }

  /** Finds a class; in source code a nested one has a dot as a package has. */
  static Class<?> typeOf(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name, false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      int dot = name.lastIndexOf('.');
      if (dot < 0) {
        throw new ClassNotFoundException(name.replace('$', '.'), e);
      }
      return typeOf(name.substring(0, dot) + '$' + name.substring(dot + 1));
    }
  }

  /** Returns the description of an iteration, whose batch is a number of calls. */
  static IterationParams iteration(int batch) {
    return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, batch);
  }

  /** Lets the next iteration make new ones. */
  void renew() {
    generated = Stepper.instantiate(generated.getClass());
    isFirst = true;
  }

  /**
   * Calls the benchmark.
   *
   * @param counted the call of the iteration that is counted, the first is 1; 0 for none
   * @param counts receives the instructions of each call; null to count that one alone
   * @return how the count ended: {@link BenchmarkCalls#iterate}
   * @throws CountFailure if the benchmark or a fixture throws
   */
  int iterate(int calls, int counted, boolean isLast, long @Nullable [] counts)
      throws CountFailure {
    if (isFirst) { // makes the states
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
            new Control());
    isFirst = false;
    try {
      return BenchmarkCalls.iterate(
          generated,
          iteration,
          infra,
          new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1),
          counted,
          counts);
    } catch (Throwable e) {
      throw CountFailure.threw(BenchmarkTarget.title(params), e);
    }
  }
}

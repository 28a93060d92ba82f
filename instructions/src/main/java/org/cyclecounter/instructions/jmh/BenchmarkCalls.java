// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.lang.reflect.Method;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.Stepper;
import org.jspecify.annotations.Nullable;

/** The native methods that count a call within an iteration of JMH's ({@code benchmark.c}). */
final class BenchmarkCalls {

  private BenchmarkCalls() {}

  /**
   * Lets {@link #iterate} count: from now on interpreted code reads the clock by way of the
   * library. {@link Stepper#dropProfiles} undoes that.
   *
   * @param operations the class {@link Operations}
   */
  static native void watchClock(Class<?> operations);

  /**
   * Adds a method whose compiled code may be the benchmark's; at most 16.
   *
   * @return bytes of its byte code
   */
  static native int watch(Method method);

  /**
   * Calls a method of a class that JMH has generated, an iteration of a benchmark.
   *
   * @param iteration takes an InfraControl and a ThreadParams
   * @param counted the call of the iteration that is counted, the first is 1; 0 for none
   * @param counts receives the instructions of each call; null to count that one alone
   * @return how the count ended: 0, the benchmark has no compiled code; 1 or 2, that was not
   *     called; 3, it did not return to its caller; 4, counted: {@link Stepper#places}
   */
  static native int iterate(
      Object generated,
      Method iteration,
      Object control,
      Object threads,
      int counted,
      long @Nullable [] counts)
      throws Exception;
}

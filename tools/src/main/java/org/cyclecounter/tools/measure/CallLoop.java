// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.cyclecounter.bench.BenchFunction;

/** The template of the hidden classes that {@link Loops} makes; never used itself. */
final class CallLoop implements BenchFunction {

  private static final MethodHandle CALL;

  static {
    try {
      CALL = MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  CallLoop() {}

  @Override
  public void run(long n) throws Exception {
    try {
      for (long i = 0; i < n; i++) {
        CALL.invokeExact();
      }
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("neither an exception nor an error", e);
    }
  }
}

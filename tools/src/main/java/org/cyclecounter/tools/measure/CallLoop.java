// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.cyclecounter.bench.BenchFunction;

/**
 * The template of the hidden classes that {@link Loops} makes; never used itself.
 *
 * <p>Hazard: its own initialiser finds no class data, so its handle is null; only its bytes are
 * read, which does not initialise it. The name "_" is the one that {@link MethodHandles#classData}
 * takes. Rethrowing exceptions and errors as they are keeps a benchmark's own exception in the
 * message.
 */
final class CallLoop implements BenchFunction {

  private static final MethodHandle CALL;

  static {
    try {
      CALL = MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public void run(long n) throws Exception {
    try {
      for (long i = 0; i < n; i++) {
        // Of the type ()void, without which invokeExact throws: Loops makes it so.
        CALL.invokeExact();
      }
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("neither an exception nor an error", e);
    }
  }
}

package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;

/** A way to call C functions {@code int64_t f(void)} without the thread's change of state. */
interface DirectCalls {

  /**
   * Makes a handle of a function.
   *
   * @param address the function's
   * @return a handle without parameters that gives a long
   * @throws Throwable whatever the JVM's own parts throw
   */
  MethodHandle handle(long address) throws Throwable;
}

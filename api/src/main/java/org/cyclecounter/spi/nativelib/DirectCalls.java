// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;

/** A way to call C functions {@code int64_t f(void)} without the thread's change of state. */
interface DirectCalls {

  /** Returns a handle of the function at an address; throws anything that JDK internals throw. */
  MethodHandle handle(long address) throws Throwable;
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import com.sun.jna.Native;

/** A C function through JNA's direct mapping. */
final class ByJna {

  static {
    Native.register("c");
  }

  private ByJna() {}

  /** A function of the C library that returns at once. */
  static native int abs(int number);
}

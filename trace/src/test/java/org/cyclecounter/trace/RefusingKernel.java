// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.Arrays;

/** Prints the obstacle of a process whose kernel refuses a handler for SIGTRAP. */
final class RefusingKernel {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private RefusingKernel() {}

  /** Installs the filter; returns 0, or the kernel's negated error. */
  static native long refuse(boolean kills);

  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    long error = refuse(Boolean.parseBoolean(arguments[0]));
    if (error != 0) {
      System.out.println("no filter: " + error);
      return;
    }
    ObstacleTest.ObstaclePrinter.main(Arrays.copyOfRange(arguments, 1, arguments.length));
  }
}

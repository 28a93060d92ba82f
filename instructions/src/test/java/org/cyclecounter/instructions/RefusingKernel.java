// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

/** A kernel that refuses a handler for SIGTRAP from then on ({@code refusing_kernel.c}). */
public final class RefusingKernel {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private RefusingKernel() {}

  /** Installs the filter; returns 0, or the kernel's negated error. */
  public static native long refuse(boolean kills);
}

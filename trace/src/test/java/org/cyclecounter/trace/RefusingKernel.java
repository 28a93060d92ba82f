// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

/** A kernel that refuses a handler for SIGTRAP from then on ({@code refusing_kernel.c}). */
final class RefusingKernel {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private RefusingKernel() {}

  /** Installs the filter; returns 0, or the kernel's negated error. */
  static native long refuse(boolean kills);
}

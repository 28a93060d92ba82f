// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import org.cyclecounter.constanttime.SecretOperation;

/**
 * The native methods that talk to valgrind's memcheck ({@code taint.c}); in the child JVM, for one
 * thread.
 */
final class Memcheck {

  private Memcheck() {}

  /** Returns EBX and below it ECX of a leaf of CPUID as valgrind shows it; 0 without CPUID. */
  static native long cpuid(int leaf);

  /**
   * Switches this thread's reports off, until a checked call; false if this process does not run in
   * valgrind.
   */
  static native boolean silence();

  /** Declares an array's bytes to be public. */
  static native void define(byte[] array);

  /** Branches and looks up by an undefined byte; returns how many reports that made, 2 or more. */
  static native long selfTest();

  /**
   * Calls twice, with a defined secret, and returns how many bytecodes of a call are interpreted;
   * below 0 if unknown.
   */
  static native long interpreted(SecretOperation operation, byte[] secret);

  /** Calls with reports, and with a secret that is undefined or not. */
  static native long check(SecretOperation operation, byte[] secret, boolean isUndefined);
}

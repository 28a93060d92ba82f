// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

/** Runs operations and records what they execute ({@code paths.c}); for one thread at a time. */
final class Recorder {

  private static final int SHIFT = 48;

  private Recorder() {}

  /** Runs once and returns the ticks of the time-stamp counter from before it to behind it. */
  static native long time(Object operation, byte[] secret) throws Exception;

  /**
   * Runs once, step by step, and records that in a slot.
   *
   * @param heap the address of the next allocation
   * @param slot 0 to 3
   * @return how many records there are; below 0 for an error of the kernel, and if the operation
   *     changed the trap flag or the handler of SIGTRAP
   */
  static native long record(Object operation, byte[] secret, long heap, int slot) throws Exception;

  /**
   * Compares the paths in two slots.
   *
   * @return how many instructions of the first were not judged; then the differences, each a kind
   *     and a program counter
   */
  static native long[] compare(int first, int second);

  /** Returns the kind of a difference; TIME for a branch behind which paths do not meet again. */
  static Finding.Kind kind(long difference) {
    return Finding.Kind.values()[(int) (difference >>> SHIFT)];
  }

  /** Returns its program counter. */
  static long pc(long difference) {
    return difference & (1L << SHIFT) - 1;
  }

  /** Returns true if other instructions follow. */
  static boolean isOfPath(long difference) {
    return kind(difference) == Finding.Kind.BRANCH || kind(difference) == Finding.Kind.TIME;
  }
}

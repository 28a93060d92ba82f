// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import org.cyclecounter.trace.child.Stepper;

/** Runs an operation step by step, each time with the same room in the heap. */
final class PathRuns {

  private static final int PAGE = 4096;

  /** Of the 480 MB in which objects are allocated. */
  private static final long ROOM = 200L << 20;

  /** Holds what aligns the next allocation, so that the compiler cannot leave it out. */
  @SuppressWarnings("unused")
  private static byte[] filler = {};

  private static byte[] last = {};

  private final Subject subject;
  private long used = Long.MAX_VALUE;
  private long steps;

  PathRuns(Subject subject) {
    this.subject = subject;
  }

  /** Returns the steps of all runs. */
  long steps() {
    return steps;
  }

  /**
   * Collects if a collection might come soon.
   *
   * @return true if objects have moved: earlier runs compare with none that follow
   */
  boolean makeRoom() {
    Runtime runtime = Runtime.getRuntime();
    if (used != Long.MAX_VALUE && runtime.totalMemory() - runtime.freeMemory() - used < ROOM) {
      return false;
    }
    System.gc();
    used = runtime.totalMemory() - runtime.freeMemory();
    return true;
  }

  /** Runs once with a secret, records it in a slot, and returns how many steps that has. */
  long record(byte[] secret, int slot) throws OperationFailure {
    System.arraycopy(secret, 0, subject.array(), 0, secret.length);
    long length;
    try {
      length = Recorder.record(subject.operation(), subject.array(), align(), slot);
    } catch (Throwable e) {
      throw subject.threw(e);
    }
    if (length < 0) {
      throw new OperationFailure(
          "The operation " + subject.name() + " changed the trap flag or the handler of SIGTRAP.");
    }
    steps += length;
    return length;
  }

  /**
   * Makes the next allocation begin a page: C2's loops go in other steps to the first aligned
   * address.
   *
   * @return its address
   */
  private static long align() {
    byte[] first = new byte[0];
    byte[] second = new byte[0];
    long size = Stepper.address(second) - Stepper.address(first);
    last = second;
    for (int i = 0; i < 4; i++) {
      long missing = -(Stepper.address(last) + size) & (PAGE - 1);
      if (missing == 0) {
        break;
      }
      // One array to the boundary but one, and the last one, whose address is looked at.
      filler = new byte[(int) (missing >= 2 * size ? missing - 2 * size : PAGE)];
      last = new byte[0];
    }
    return Stepper.address(last) + size;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import org.cyclecounter.trace.child.Stepper;

/** Runs an operation step by step, each time with the same room in the heap. */
final class PathRuns {

  private static final int PAGE = 4096;

  /** Of an array, without its bytes. */
  private static final int HEADER = 16;

  /** Of the 480 MB in which objects are allocated. */
  private static final long ROOM = 200L << 20;

  private static byte[] last = {};

  private final Subject subject;
  private long used = Long.MIN_VALUE / 2;

  PathRuns(Subject subject) {
    this.subject = subject;
  }

  /**
   * Collects if a collection might come soon.
   *
   * @return true if objects have moved: earlier runs compare with none that follow
   */
  boolean makeRoom() {
    if (used() - used < ROOM) {
      return false;
    }
    System.gc();
    used = used();
    return true;
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Runs once with a secret, records it in a slot, and returns how many steps that has. */
  long record(byte[] secret, int slot) throws OperationFailure {
    System.arraycopy(secret, 0, subject.array(), 0, secret.length);
    try {
      long length = Recorder.record(subject.operation(), subject.array(), align(), slot);
      if (length >= 0) {
        return length;
      }
    } catch (Throwable e) {
      throw subject.threw(e);
    }
    throw new OperationFailure(
        "The operation " + subject.name() + " changed the trap flag or the handler of SIGTRAP.");
  }

  /**
   * Makes the next allocation begin a page: C2's loops go in other steps to the first aligned
   * address.
   *
   * @return its address
   */
  private static long align() {
    long next;
    do {
      last = new byte[Stepper.address(last) % HEADER == 0 ? 0 : HEADER / 2];
      next = Stepper.address(last) + HEADER + last.length;
    } while (next % PAGE != 0);
    return next;
  }
}

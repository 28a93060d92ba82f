// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Operations;

/** Runs an operation step by step, each time with the same room in the heap. */
final class PathRuns {

  /** Of the 480 MB in which objects are allocated. */
  private static final long ROOM = 200L << 20;

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
  long record(byte[] secret, int slot) throws CountFailure {
    long length = subject.run(secret, (o, s) -> Recorder.record(o, s, Operations.align(), slot));
    if (length < 0) {
      throw Operations.changedSteps(subject.operation());
    }
    return length;
  }
}

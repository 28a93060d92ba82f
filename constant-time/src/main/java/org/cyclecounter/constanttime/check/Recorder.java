// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.util.Objects;
import java.util.Set;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.Stepper;

/**
 * Runs an operation step by step and records each instruction ({@code paths.c}), each time with the
 * same room in the heap; for one thread at a time.
 */
final class Recorder implements PathsDetector.Runs {

  /** Of the 480 MB in which objects are allocated. */
  private static final long ROOM = 200L << 20;

  private static final int SHIFT = 48;

  private final SecretRuns subject;
  private long used = Long.MIN_VALUE / 2;

  Recorder(SecretRuns subject) {
    this.subject = subject;
  }

  @Override
  public boolean makeRoom() {
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

  @Override
  public long record(byte[] secret, int slot) throws CountFailure {
    return recorded(subject.run(secret, (o, s) -> record(o, s, Operations.align(), slot)));
  }

  @Override
  public long recordInPlace(byte[] secret, int slot) throws CountFailure {
    return recorded(subject.runInPlace(secret, (o, s) -> record(o, s, Operations.align(), slot)));
  }

  private long recorded(long length) throws CountFailure {
    if (length < 0) {
      throw Operations.lostSteps(subject.name());
    }
    return length;
  }

  /**
   * Runs once.
   *
   * @param heap the address of the next allocation
   * @return how many records there are; below 0 for an error of the kernel, and if a step was lost
   */
  private static native long record(SecretOperation operation, byte[] secret, long heap, int slot);

  @Override
  public long[] places() {
    return Objects.requireNonNull(Stepper.places());
  }

  @Override
  public Stacks stacks(Set<Long> pcs) {
    return Stacks.of(pcs);
  }

  @Override
  public native long[] differences(int first, int second);

  /** Returns the kind of a difference; TIME for a branch after which the paths stay apart. */
  static Kind kind(long difference) {
    return Kind.values()[(int) (difference >>> SHIFT)];
  }

  /** Returns its program counter. */
  static long pc(long difference) {
    return difference & (1L << SHIFT) - 1;
  }

  /** Returns true if other instructions follow. */
  static boolean isOfPath(long difference) {
    return kind(difference) == Kind.BRANCH || kind(difference) == Kind.TIME;
  }
}

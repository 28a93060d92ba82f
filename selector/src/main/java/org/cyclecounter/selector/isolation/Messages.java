// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import org.cyclecounter.selector.isolation.IsolationResult.Result;

/**
 * The types of the frames between the isolator and its child JVM, beyond those of the connection
 * itself ({@code child.Frames}: READY, ASK, RESOURCE, END), and what they carry, written and read
 * by {@link java.io.DataOutput} and {@link java.io.DataInput}. Both ends are one version.
 */
final class Messages {

  /**
   * To the child: UTF the provider's class, UTF the counter's name (empty to list), int the class
   * loader's number, long the limit of a step in ms, long the cost of a read in ns above which the
   * counter cannot win (0 for no bound).
   */
  static final byte TASK = 10;

  /** To the parent: byte the ordinal of the {@code Step} that begins. */
  static final byte STEP = 11;

  /** To the parent: UTF the provider's or counter's method that is called next. */
  static final byte CALL = 12;

  /**
   * To the parent: byte kind's ordinal or -1, byte scope's ordinal or -1, int bits, boolean
   * mayCrash, long Hz, boolean has a name, UTF the name, UTF the problem of what is no counter.
   */
  static final byte COUNTER = 13;

  /** To the parent: int the number of counters beyond those sent; -1 if there is no list. */
  static final byte LISTED = 14;

  /** To the parent: UTF a stack trace for the log. */
  static final byte TRACE = 15;

  /**
   * To the parent: byte the ordinal of the {@link Verdict}, long the cost of a read in ns (0 if not
   * known), then the rejection: byte its code's ordinal or -1, byte the number of arguments, UTF
   * each.
   */
  static final byte VERDICT = 16;

  /** The child's verdict on a task, provisional for PASSED until the child has ended normally. */
  enum Verdict {
    PASSED(Result.PASSED),
    FAILED(Result.FAILED),
    /** It failed, and this child is not fit for another task. */
    HARMED(Result.FAILED),
    /** It died in the child's native child; this child goes on. */
    DIED(Result.DIED),
    /** The child cannot create its provider. */
    NOT_MADE(Result.NOT_PROBED),
    NOT_WORTH(Result.NOT_WORTH);

    final Result result;

    Verdict(Result result) {
      this.result = result;
    }
  }

  private Messages() {}
}

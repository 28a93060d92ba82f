// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

/** An operation that could not be counted; the message is one sentence. */
public final class CountFailure extends Exception {

  private static final long serialVersionUID = 1;

  /** Takes the sentence as a format, and its arguments. */
  public CountFailure(String format, Object... arguments) {
    super(Obstacles.sentence(format, arguments));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/** Nothing could be measured, or no timer could be made; the message says why, in a sentence. */
public final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param message the reason
   */
  public BenchException(String message) {
    super(message);
  }

  /**
   * A failure with a cause.
   *
   * @param message the reason
   * @param cause what was thrown
   */
  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * Thrown if nothing could be measured or no timer created; the message is the reason.
 *
 * @since 0.1.0
 */
public class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message the reason
   */
  public BenchException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the reason
   * @param cause the cause
   */
  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}

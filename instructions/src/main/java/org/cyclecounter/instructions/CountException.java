// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

/**
 * Thrown if an operation could not be counted: it was not found, threw, took too long, or ended its
 * JVM. The message is one sentence with the reason.
 *
 * @since 0.1.0
 */
public class CountException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception with a cause.
   *
   * @param message the reason
   * @param cause the cause
   */
  public CountException(String message, Throwable cause) {
    super(message, cause);
  }
}

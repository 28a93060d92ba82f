// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

/**
 * Thrown if an operation could not be checked: it was not found, threw, or changed its secret. The
 * message is one sentence with the reason.
 *
 * @since 0.1.0
 */
public class CheckException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception with a cause.
   *
   * @param message the reason
   * @param cause the cause
   */
  public CheckException(String message, Throwable cause) {
    super(message, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a counter cannot be used on this machine; the message gives the reason to people.
 *
 * @since 0.1.0
 */
public final class CounterUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason one sentence that names the cause and, if there is one, the remedy
   */
  public CounterUnavailableException(String reason) {
    super(reason);
  }

  /**
   * Says why, with the failure behind it.
   *
   * @param reason one sentence that names the cause and, if there is one, the remedy
   * @param cause the failure behind it
   */
  public CounterUnavailableException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

/** A rule cannot be checked, or does not apply; the message says why. */
final class NotCheckedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** True if no later rule can be checked either: the counter cannot be used on this machine. */
  private final boolean isLast;

  private NotCheckedException(String message, boolean isLast) {
    super(message);
    this.isLast = isLast;
  }

  boolean isLast() {
    return isLast;
  }

  static NotCheckedException because(String reason) {
    return new NotCheckedException(reason, false);
  }

  static NotCheckedException unavailable(String reason) {
    return new NotCheckedException("it is not available here: " + reason, true);
  }
}

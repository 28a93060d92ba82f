// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

/** A rule is broken; the message says how, and what to do. */
final class BrokenRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenRuleException(String message) {
    super(message);
  }

  static void unless(boolean kept, String message) {
    if (!kept) {
      throw new BrokenRuleException(message);
    }
  }
}

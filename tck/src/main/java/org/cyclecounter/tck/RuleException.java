// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.util.Locale;
import org.cyclecounter.tck.Outcome.State;
import org.jspecify.annotations.Nullable;

/** Ends the check of a rule that is not kept; the message says why, and what to do. */
@SuppressWarnings("AnnotateFormatMethod") // needs Error Prone's annotations
final class RuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final State state;

  private RuleException(State state, String message) {
    super(message);
    this.state = state;
  }

  State state() {
    return state;
  }

  static RuleException broken(String message, @Nullable Object... values) {
    return new RuleException(State.BROKEN, String.format(Locale.ROOT, message, values));
  }

  static RuleException notChecked(String reason) {
    return new RuleException(State.NOT_CHECKED, reason);
  }

  static RuleException unavailable(String reason) {
    return new RuleException(State.UNAVAILABLE, "it is not available here: " + reason);
  }

  static void unless(boolean kept, String message, @Nullable Object... values) {
    if (!kept) {
      throw broken(message, values);
    }
  }
}

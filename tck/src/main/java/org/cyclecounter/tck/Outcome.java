// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.util.Optional;
import org.cyclecounter.selector.support.ProviderText;

/**
 * A line of the file in which a child JVM writes what it does: one rule, checked for one counter.
 *
 * @param counter the counter's index in its provider's list; {@link #PROVIDER} for the provider
 * @param text the counter's or provider's name where it begins, otherwise what is broken or why it
 *     is not checked
 */
record Outcome(int counter, Rule rule, State state, String text) {

  static final int PROVIDER = -1;
  private static final int MAX_TEXT = 1000;

  /** The states of a check; the last one of a rule counts. */
  enum State {
    BEGUN,
    KEPT,
    BROKEN,
    NOT_CHECKED,
    /** Neither this rule nor a later one can be checked. */
    UNAVAILABLE;

    /** Returns true if no later rule of the counter is checked. */
    boolean isLast() {
      return this == BROKEN || this == UNAVAILABLE;
    }
  }

  String line() {
    return counter + " " + rule + " " + state + " " + ProviderText.shorten(text, MAX_TEXT) + "\n";
  }

  /** Reads {@link #line}; empty for what a provider may have written to the file. */
  static Optional<Outcome> parse(String line) {
    try {
      String[] parts = line.split(" ", 4);
      return Optional.of(
          new Outcome(
              Integer.parseInt(parts[0]),
              Rule.valueOf(parts[1]),
              State.valueOf(parts[2]),
              parts[3]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.util.Collection;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.diagnostics.text.Nearest;
import org.jspecify.annotations.Nullable;

/**
 * Ends a command with status 2, because its input was bad; the message is one sentence with the
 * remedy.
 *
 * <p>Unchecked, as {@link CommandFailure} is, and caught by {@link BaseCommand#call}, which knows
 * the command. Thrown while an operation is prepared it is that operation's failure, and the others
 * are measured.
 */
public final class BadUsage extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Takes the sentence's format and arguments.
   *
   * <p>Locale.ROOT, because numbers in the sentence are to be typed again with a point.
   *
   * @param format of {@link String#format}; ends with a full stop, by which {@code Main} knows it
   */
  public BadUsage(String format, @Nullable Object... arguments) {
    super(Formatted.of(format, arguments));
  }

  /**
   * Returns the exception for a word that is none of those known, with the one that is near.
   *
   * @param what the kind of the word
   * @param end the sentence's end, which says what lists all
   */
  public static BadUsage unknown(String what, String word, Collection<String> known, String end) {
    String question = Nearest.question(word, known);
    return new BadUsage(
        "Unknown %s '%s'%s %s", what, word, question.isEmpty() ? ";" : question, end);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes warnings to the program's listener or, without one, to the log: a number that is wrong as
 * a warning, a disturbance at debug level. Both are given a sentence without its capital letter and
 * its full stop.
 *
 * @param listener the program's; null for the log
 */
public record RunWarnings(@Nullable Consumer<String> listener) {

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  /** Tells of a disturbance of a run, whose numbers are right. */
  public void disturbed(String sentence) {
    tell(System.Logger.Level.DEBUG, sentence);
  }

  /** Tells of a counter that did not count as it should. */
  public void wrong(String sentence) {
    tell(System.Logger.Level.WARNING, sentence);
  }

  private void tell(System.Logger.Level level, String sentence) {
    String text = Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    if (listener == null) {
      LOG.log(level, text);
    } else {
      listener.accept(text);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where warnings go: to the program's listener or, without one, to the log. What makes a number
 * wrong is a warning there, what may have disturbed it is logged at debug level. Both are given a
 * sentence without its capital letter and its full stop.
 *
 * @param listener the program's; null for the log
 */
public record RunWarnings(@Nullable Consumer<String> listener) {

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  /** Something may have disturbed a run, whose numbers are right. */
  public void disturbed(String what) {
    tell(System.Logger.Level.DEBUG, what);
  }

  /** The counter did not count as it should. */
  public void wrong(String what) {
    tell(System.Logger.Level.WARNING, what);
  }

  private void tell(System.Logger.Level level, String what) {
    String sentence = Character.toUpperCase(what.charAt(0)) + what.substring(1) + ".";
    if (listener == null) {
      LOG.log(level, sentence);
    } else {
      listener.accept(sentence);
    }
  }
}

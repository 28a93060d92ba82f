// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes warnings to the program's listener or, without one, to the log: at level warning if a
 * number is wrong, at level debug if it may have been disturbed. All methods take a sentence
 * without its capital letter and full stop.
 *
 * @param listener the program's; null for the log
 */
public record RunWarnings(@Nullable Consumer<String> listener) {

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  /** Warns of a possible disturbance of a run whose numbers are right. */
  public void disturbed(String cause) {
    tell(System.Logger.Level.DEBUG, cause);
  }

  /** Warns of a counter that did not count as it should. */
  public void wrong(String problem) {
    tell(System.Logger.Level.WARNING, problem);
  }

  /** Warns of a problem of this machine, which the log has once in this process. */
  public void wrongOnce(String problem) {
    if (listener != null || LOGGED.add(problem)) {
      wrong(problem);
    }
  }

  private void tell(System.Logger.Level level, String clause) {
    String sentence = Character.toUpperCase(clause.charAt(0)) + clause.substring(1) + ".";
    if (listener == null) {
      LOG.log(level, sentence);
    } else {
      listener.accept(sentence);
    }
  }
}

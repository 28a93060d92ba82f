// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The log. A class of its own, loaded when there is something to say: cold start 5. A logger is
 * third-party code; what it throws is dropped.
 */
public final class Log {

  private static final String NAME = "org.cyclecounter.selector";

  private static final int MAX_SAID = 1000;
  private static final Set<String> SAID = new HashSet<>();

  private Log() {}

  /** What a person has to act on. */
  public static void warn(String message, @Nullable Throwable cause) {
    log(System.Logger.Level.WARNING, message, cause);
  }

  /**
   * What a person has to act on, and what a program would say at each of its selections: the same
   * sentence is logged once in this process.
   */
  public static void warnOnce(String message) {
    synchronized (SAID) {
      if (SAID.size() >= MAX_SAID || !SAID.add(message)) {
        return;
      }
    }
    warn(message, null);
  }

  /** What helps to find a mistake. */
  public static void debug(String message, @Nullable Throwable cause) {
    log(System.Logger.Level.DEBUG, message, cause);
  }

  private static void log(System.Logger.Level level, String message, @Nullable Throwable cause) {
    try {
      System.getLogger(NAME).log(level, message, cause);
    } catch (RuntimeException | Error e) {
      return; // there is nowhere to say it
    }
  }
}

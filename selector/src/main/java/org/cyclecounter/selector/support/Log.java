// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the log. A separate class, loaded when there is something to log: cold start 5. A
 * logger is third-party code; its exceptions are ignored.
 */
public final class Log {

  /** In characters. Messages quote third-party text, such as names of bundles and settings. */
  private static final int MAX_MESSAGE = 20_000;

  /** Bounds {@link #SAID}: a provider may make up a new sentence each time. */
  private static final int MAX_SAID = 1000;

  /** Sentences without a cause only: an exception would keep a class loader. */
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private Log() {}

  /** Logs a problem that a person can mend. */
  public static void warn(String message, @Nullable Throwable cause) {
    write(System.Logger.Level.WARNING, ProviderText.shorten(message, MAX_MESSAGE), cause);
  }

  /**
   * Logs a problem that a person can mend, once in this process: each selection of a program would
   * repeat the same sentence.
   */
  public static void warnOnce(String message) {
    String kept = ProviderText.shorten(message, MAX_MESSAGE);
    if (SAID.size() < MAX_SAID && SAID.add(kept)) {
      write(System.Logger.Level.WARNING, kept, null);
    }
  }

  /** Logs details for the search of a mistake. */
  public static void debug(String message, @Nullable Throwable cause) {
    write(System.Logger.Level.DEBUG, ProviderText.shorten(message, MAX_MESSAGE), cause);
  }

  /**
   * Formats a throwable with its stack trace in one line, for a child JVM to send to its parent,
   * which logs it by {@link #debugTrace}.
   */
  public static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    try {
      e.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException | Error again) { // of a third party's getMessage()
      return e.getClass().getName();
    }
    return String.join(" | ", text.toString().lines().map(String::strip).toList());
  }

  /** Logs such a line at debug level, each frame of its stack trace in a line of its own. */
  public static void debugTrace(String line) {
    write(System.Logger.Level.DEBUG, ProviderText.clean(line).replace(" | at ", "\n\tat "), null);
  }

  private static void write(System.Logger.Level level, String message, @Nullable Throwable cause) {
    try {
      System.getLogger("org.cyclecounter.selector").log(level, message, cause);
    } catch (RuntimeException | Error e) {
      return; // there is nowhere else to report it
    }
  }
}

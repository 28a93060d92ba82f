package org.cyclecounter.selector.osgi;

import org.jspecify.annotations.Nullable;

/** The log. A class of its own, because loading it costs more than starting the bundle may. */
final class Log {

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.selector");

  private Log() {}

  static void warn(String message, @Nullable Throwable cause) {
    LOG.log(System.Logger.Level.WARNING, message, cause);
  }

  static void debug(String message, @Nullable Throwable cause) {
    LOG.log(System.Logger.Level.DEBUG, message, cause);
  }
}

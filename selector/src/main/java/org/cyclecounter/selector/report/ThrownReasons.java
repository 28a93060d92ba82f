// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import java.util.regex.Pattern;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Turns a throwable of third-party code into a sentence: the call, the throwable, the place, and
 * what its author has to do. Apart from {@link Failures}, because it is loaded for a failure only
 * (cold start 15). {@code getMessage()} and {@code toString()} of a throwable are third-party code,
 * too, and may throw: {@link Failures#of(String, Throwable)} catches that.
 */
final class ThrownReasons {

  /** In characters, of the throwable's own text. */
  private static final int MAX_TEXT = 300;

  /** A bound for causes that form a circle, which {@code initCause} does not prevent. */
  private static final int MAX_CAUSES = 10;

  /** The remedy where the process can open no more files. */
  private static final String NO_FILES = "the limit of open files (ulimit -n) is reached; raise it";

  /** The remedy where the system starts no thread. */
  static final String NO_THREADS =
      "a limit of processes and threads (ulimit -u, pids.max) is reached; raise it";

  /** On Linux, there for as long as the process runs, and readable. */
  private static final Path ANY_FILE = Path.of("/proc/self/stat");

  private static final String MISSING_CLASS =
      "put the JAR with that class beside the provider's; a bundle must import its package";

  /** A class's name, alone or in the words of Felix and of Equinox. */
  private static final Pattern NOT_FOUND = Pattern.compile("\\S+( (not|cannot be) found by .*)?");

  private ThrownReasons() {}

  /** Composes all of it; {@code call} is empty where it is not known. */
  static String sentence(String call, Throwable thrown) {
    Throwable outer = innermost(thrown, true);
    Throwable root = innermost(outer, false);
    String cause = ProviderText.shorten(String.valueOf(root), MAX_TEXT);
    String text = ProviderText.shorten(String.valueOf(outer), MAX_TEXT);
    if (root != outer) {
      // new RuntimeException(cause) already ends in the cause's text.
      text = text.endsWith(cause) ? cause : text + ", caused by " + cause;
    }
    boolean isOutOfThreads = root instanceof OutOfMemoryError e && !Failures.isFullHeap(e);
    String remedy =
        isOutOfFiles()
            ? NO_FILES
            : isOutOfThreads ? NO_THREADS : isMissingClass(root) ? MISSING_CLASS : remedy(call);
    String then = remedy.isEmpty() ? "" : "; " + remedy;
    return Failures.subject(call) + " threw " + text + where(root) + then;
  }

  /**
   * Follows the causes, to the end or only through what the service loader or the JVM puts around a
   * provider's throwable.
   */
  private static Throwable innermost(Throwable thrown, boolean onlyWrappers) {
    Throwable e = thrown;
    for (int i = 0; i < MAX_CAUSES && (isWrapper(e) || !onlyWrappers); i++) {
      e = e.getCause() == null ? e : e.getCause();
    }
    return e;
  }

  private static boolean isWrapper(Throwable e) {
    return e instanceof ServiceConfigurationError
        || e instanceof ExceptionInInitializerError
        || e instanceof InvocationTargetException;
  }

  /**
   * Names the innermost frame that is the provider's. Empty where there is none: without a stack
   * trace, as of a throwable that the JIT has thrown often (-XX:+OmitStackTraceInFastThrow), or
   * where the selector called the throwing method directly.
   */
  private static String where(Throwable e) {
    for (StackTraceElement frame : e.getStackTrace()) {
      String type = frame.getClassName();
      if (type.startsWith("org.cyclecounter.selector.")) {
        break;
      }
      if (!isOfOthers(type)) {
        int line = frame.getLineNumber();
        String file = line < 0 ? "" : "(" + frame.getFileName() + ":" + line + ")";
        return frame.getMethodName().equals("<clinit>")
            ? " in the static initializer of " + type + file
            : " at " + type + "." + frame.getMethodName() + file;
      }
    }
    return "";
  }

  private static boolean isOfOthers(String type) {
    return type.startsWith("java.")
        || type.startsWith("javax.")
        || type.startsWith("jdk.")
        || type.startsWith("sun.")
        || type.startsWith("org.cyclecounter.spi.");
  }

  /**
   * Returns true if a class was not found, whose name the message begins with then. False for a
   * class whose initializer failed before, and for a class loader that is closed: they say so in
   * other words.
   */
  private static boolean isMissingClass(Throwable root) {
    String message = root.getMessage();
    return (root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError)
        && message != null
        && NOT_FOUND.matcher(message).matches();
  }

  /**
   * Returns true if this process can open no file. Asked, because throwables do not say so: an
   * unopenable JAR looks like a missing class, and the system's words are of any language.
   */
  static boolean isOutOfFiles() {
    return Files.exists(ANY_FILE) && Platform.read(ANY_FILE).isEmpty();
  }

  /** Says what the provider's author has to change. */
  private static String remedy(String call) {
    return switch (call) {
      case "" -> "";
      case "open()" -> "open() must return a TickSource or throw CounterUnavailableException";
      case "ticks()", "startTicks()", "stopTicks()" ->
          "a read must not throw; open() must find out what does not work";
      case "close()" -> "close() must not throw";
      default -> call + " must not fail; open() is for what can";
    };
  }
}

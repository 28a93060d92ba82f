// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.lang.reflect.InvocationTargetException;
import java.util.ServiceConfigurationError;
import org.cyclecounter.selector.limits.FailedCall;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * What third-party code threw, as a sentence: which call, what, where, and what its author does.
 */
final class ThrownReasons {

  private static final int MAX_TEXT = 300;
  private static final int MAX_CAUSES = 10;
  private static final String[] OTHERS = {
    "java.", "javax.", "jdk.", "sun.", "org.cyclecounter.spi."
  };
  private static final String MISSING_CLASS =
      "put the JAR with that class beside the provider's; a bundle must import its package";
  private static final String SELECTOR = "org.cyclecounter.selector.";

  private ThrownReasons() {}

  /** All of it; {@code call} is empty where it is not known. */
  static String sentence(String call, Throwable thrown) {
    Throwable outer = unwrapped(thrown);
    Throwable root = root(outer);
    String cause = text(root);
    String text = text(outer);
    if (root != outer) {
      text = text.endsWith(cause) ? cause : text + ", caused by " + cause;
    }
    String remedy = isMissingClass(root) ? MISSING_CLASS : remedy(call);
    return (call.isEmpty() ? "it" : call)
        + " threw "
        + text
        + where(root)
        + (remedy.isEmpty() ? "" : "; " + remedy);
  }

  /** What a provider threw, without what the service loader or the JVM puts around it. */
  static Throwable unwrapped(Throwable thrown) {
    Throwable e = thrown;
    for (int i = 0; i < MAX_CAUSES && e.getCause() != null; i++) {
      boolean wraps =
          e instanceof ServiceConfigurationError
              || e instanceof ExceptionInInitializerError
              || e instanceof InvocationTargetException
              || e instanceof FailedCall;
      if (!wraps) {
        break;
      }
      e = e.getCause();
    }
    return e;
  }

  private static Throwable root(Throwable outer) {
    Throwable e = outer;
    for (int i = 0; i < MAX_CAUSES && e.getCause() != null; i++) {
      e = e.getCause();
    }
    return e;
  }

  private static String text(Throwable e) {
    String text = ProviderText.clean(String.valueOf(e));
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  /** The innermost line of code that is the provider's; empty where there is no stack trace. */
  private static String where(Throwable e) {
    for (StackTraceElement frame : e.getStackTrace()) {
      String type = frame.getClassName();
      if (type.startsWith(SELECTOR)) {
        break;
      }
      if (!isOfOthers(type)) {
        boolean isInitializer = frame.getMethodName().equals("<clinit>");
        String method = isInitializer ? "" : "." + frame.getMethodName();
        return (isInitializer ? " in the static initializer of " : " at ")
            + type
            + method
            + (frame.getLineNumber() < 0
                ? ""
                : "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")");
      }
    }
    return "";
  }

  private static boolean isOfOthers(String type) {
    for (String beginning : OTHERS) {
      if (type.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Not a class whose initializer failed, nor a class loader that is closed: they say so in words.
   */
  private static boolean isMissingClass(Throwable root) {
    String message = root.getMessage();
    boolean isOfClass =
        root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError;
    return isOfClass && message != null && message.indexOf(' ') < 0;
  }

  /** What the provider's author has to change. */
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

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import org.cyclecounter.selector.limits.TimeLimit;
import org.jspecify.annotations.Nullable;

/** What went wrong with a counter in a child JVM, or with the child itself. */
public final class ChildReasons {

  public static final String IN_A_CHILD =
      "it may crash, and this process is itself a child JVM that probes counters: it starts no"
          + " other";

  public static final String INTERRUPTED = "interrupted before it was probed";

  public static final String NOT_BEGUN = "it did not begin in time";

  /** Of a counter that passed. */
  public static final String PRINTS = "it prints";

  /** It did to the child's standard output what it would do to the program's. */
  public static final String CLOSES_OUTPUT = "it closes or replaces the program's standard output";

  /** As {@link #CLOSES_OUTPUT}. */
  public static final String CLOSES_ERROR = "it closes or replaces the program's standard error";

  private static final String UNPROBED =
      "if that cannot be changed, isolation NONE (-Dorg.cyclecounter.isolation=none) reads it"
          + " unprotected, and a fault ends the JVM";

  /** What keeps a program from starting processes, and what it can do about it. */
  static final String PROCESSES_REFUSED =
      "a system-call filter (seccomp) or a process limit (ulimit -u, pids.max) refuses it;"
          + " "
          + UNPROBED;

  public static final String NO_JAVA =
      "this program has no java.home, as in a native image; " + UNPROBED;

  private static final String NOT_MADE = "it may crash, and a child JVM cannot create its provider";

  /** What was being done with a counter. */
  public enum Phase {
    /** Its provider was made, or it was opened. */
    OPENED("opened"),
    READ("read"),
    CLOSED("closed");

    private final String word;

    Phase(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  private ChildReasons() {}

  public static String noProcess(@Nullable String problem) {
    return "it may crash, and no child process can be started to probe it: " + problem;
  }

  /**
   * The system starts no process: of Java's lines the first says why (Java 25 guesses in the
   * others).
   */
  public static String refused(@Nullable String problem) {
    String text = String.valueOf(problem);
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip() + "; " + PROCESSES_REFUSED;
  }

  public static String noLauncher(String java) {
    return java
        + " does not exist; jlink and jpackage leave it in the image without"
        + " --strip-native-commands (jpackage --jlink-options); "
        + UNPROBED;
  }

  public static String forbidden(SecurityException refusal) {
    return noProcess("a security manager refuses it: " + refusal.getMessage());
  }

  /** The child was started, but never ready. */
  public static String notReady(String end, String complaint) {
    return "it may crash, and its child process failed: "
        + end
        + (complaint.isEmpty() ? "" : " (" + complaint + ")");
  }

  /** How a child ended; {@code signal} is what the dying JVM named, empty for none. */
  public static String end(String signal, int status) {
    if (!signal.isEmpty()) {
      return Signals.explain(signal);
    }
    String by = Signals.ofStatus(status);
    return "the process crashed or exited, status "
        + status
        + (by.isEmpty() ? "" : ", probably by " + by);
  }

  /** A counter took the child down; a predicate without its subject. */
  public static String ended(Phase phase, String end) {
    return "ended that process while being " + phase.word() + ": " + end;
  }

  /** A counter did not return; a predicate without its subject. */
  public static String timedOut(Phase phase, int seconds) {
    return "did not return within "
        + seconds
        + " s while being "
        + phase.word()
        + "; -D"
        + TimeLimit.SECONDS_PROPERTY
        + " allows more";
  }

  public static String othersHang(int others, String provider) {
    return others + " other counters of " + provider + " did not return";
  }

  public static String notMade(String problem) {
    return NOT_MADE + ": " + problem;
  }

  public static String notPublic(String provider) {
    return NOT_MADE
        + " "
        + provider
        + ", which must be a public class with a public constructor without parameters";
  }

  public static String notOffered(String provider, String counter) {
    return "in a child JVM " + provider + " does not offer " + counter;
  }

  public static String leavesThread(String thread) {
    return "it leaves the non-daemon thread "
        + thread
        + " behind, which would keep the program from exiting";
  }

  public static String loaderThrew(String resource, Throwable thrown) {
    return resource + " cannot be loaded from the provider's class loader: " + Reasons.of(thrown);
  }

  public static String noBootClass(String resource, @Nullable Throwable thrown) {
    return "the selector's class loader cannot load "
        + resource
        + ": "
        + (thrown == null ? "it does not return its own class" : Reasons.of(thrown));
  }
}

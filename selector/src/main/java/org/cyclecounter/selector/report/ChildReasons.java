// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.Locale;
import org.cyclecounter.selector.limits.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * The sentences about a counter that was probed in a child JVM, and about a child that failed. Some
 * are composed in the child and travel to the parent as text, so they must make sense on either
 * side.
 */
public final class ChildReasons {

  /** A child starts no other: a provider that selects would start one after the other for ever. */
  public static final String IN_A_CHILD =
      "it may crash, and this process is itself a child JVM that probes counters: it starts no"
          + " other";

  /** The selecting thread was interrupted while it waited for the child. */
  public static final String INTERRUPTED = "interrupted before it was probed";

  /** The child did not announce itself within its start limit, but was still running. */
  public static final String NOT_BEGUN = "it did not begin in time";

  /** A remark, not a fault: what it prints in the child, it would print in the program. */
  public static final String PRINTS = "it prints";

  /** It did to the child's standard output what it would do to the program's. */
  public static final String CLOSES_OUTPUT = "it closes or replaces the program's standard output";

  /** As {@link #CLOSES_OUTPUT}. */
  public static final String CLOSES_ERROR = "it closes or replaces the program's standard error";

  /** The remedy where no child JVM can be had at all; only a user may decide on that risk. */
  private static final String UNPROBED =
      "if that cannot be changed, -Dorg.cyclecounter.isolation=none reads the counter unprotected;"
          + " a fault then ends the JVM";

  /** Usual causes of EPERM and EAGAIN from fork(2) or clone(2), and the remedy. */
  public static final String PROCESSES_REFUSED =
      "a system-call filter (seccomp) or a process limit (ulimit -u, pids.max) refuses it; "
          + UNPROBED;

  /** As {@link #PROCESSES_REFUSED}, of EMFILE from open(2) or pipe(2). */
  private static final String FILES_REFUSED = ThrownReasons.OUT_OF_FILES + "; " + UNPROBED;

  /** Without {@code java.home}, {@code bin/java} of the working directory would be started. */
  public static final String NO_JAVA =
      "this program has no java.home, as in a native image; " + UNPROBED;

  static final String ALLOWS_MORE = "; -D" + TimeLimit.SECONDS_PROPERTY + " allows more";

  private static final String NOT_MADE = "it may crash, and a child JVM cannot create its provider";

  /** Followed by the problem. */
  public static final String NO_PROCESS =
      "it may crash, and no child process can be started to probe it: ";

  /** The step of a counter that was running, as a participle: "while being opened". */
  public enum Phase {
    /** Its provider was being created, or it was being opened: no report tells the two apart. */
    OPENED,
    READ,
    CLOSED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Added for a provider that threw in the child: it may be one that works in the program. */
  public static final String NEEDS_PROGRAM =
      "; if it needs something of the program, hand it over with Builder.providers, or register it"
          + " as a service";

  private ChildReasons() {}

  /**
   * Names the system's refusal to start a process. Only the first line of Java's message is kept:
   * Java 25 adds lines that guess at causes.
   *
   * <p>EMFILE is 24 on every system, in Java 17's words {@code error=24,} and in Java 25's {@code
   * error: 24 (}; 127 is the status of a launcher that could not open its libraries.
   */
  public static String refused(@Nullable String problem) {
    String text = String.valueOf(problem);
    int end = text.indexOf('\n');
    String line = (end < 0 ? text : text.substring(0, end)).strip();
    boolean isOutOfFiles =
        line.contains("error=24,")
            || line.contains("error: 24 (")
            || line.contains("exit value: 127")
            || line.contains("exit code: 127,");
    return line + "; " + (isOutOfFiles ? FILES_REFUSED : PROCESSES_REFUSED);
  }

  /** Names a launcher that is missing, which is usual in an image of jlink or jpackage. */
  public static String noLauncher(String java) {
    return java
        + " does not exist; jlink and jpackage leave it in the image without"
        + " --strip-native-commands (jpackage --jlink-options); "
        + UNPROBED;
  }

  /** Names a control group that is too full for a child; all in MB. */
  public static String noRoom(long room, long limit, long needed) {
    return "its control group (container) has "
        + Math.max(room, 0)
        + " MB left of "
        + limit
        + " MB, and a child JVM may need "
        + needed
        + " MB: raise the limit, or select earlier; "
        + UNPROBED;
  }

  public static String forbidden(SecurityException refusal) {
    return NO_PROCESS + "a security manager refuses it: " + refusal.getMessage();
  }

  /**
   * Names the end of a child that was started, but never ready.
   *
   * @param end as of {@link #end}, or {@link #NOT_BEGUN}
   * @param complaint what it printed, such as a JVM does about an unknown option; often empty
   */
  public static String notReady(String end, String complaint) {
    String said = complaint.isEmpty() ? "" : " (" + complaint + ")";
    return "it may crash, and its child process failed: " + end + said;
  }

  /**
   * Describes how a child ended.
   *
   * @param signal the signal that the dying JVM printed, such as {@code "SIGSEGV"}; empty for none.
   *     Trusted more than the status: a JVM that has caught a fault ends by SIGABRT
   * @param status as of {@link Process#exitValue()}
   */
  public static String end(String signal, int status) {
    if (!signal.isEmpty()) {
      return Signals.explain(signal);
    }
    String by = Signals.ofStatus(status);
    String probably = by.isEmpty() ? "" : ", probably by " + by;
    return "the process crashed or exited, status " + status + probably;
  }

  /**
   * Describes a counter that took the child down, or did not return; a predicate without its
   * subject.
   *
   * @param call the method that was called last; empty for the one that the phase names
   * @param end as of {@link #end}; empty for a child that has not ended
   * @param seconds the time limit
   */
  public static String lost(Phase phase, String call, String end, int seconds) {
    String where = " while being " + phase.word() + (call.isEmpty() ? "" : ", in " + call);
    return end.isEmpty()
        ? "did not return within " + seconds + " s" + where + ALLOWS_MORE
        : "ended that process" + where + ": " + end;
  }

  /** As {@link #lost}, of a provider that has not listed its counters. */
  public static String lostUnlisted(String call, String end, int seconds) {
    // A method without parentheses is none: the provider was still being created.
    String which =
        (call.endsWith("()") ? "" : "it could not be created; ")
            + (call.isEmpty() ? "the loading of its class" : call);
    return end.isEmpty()
        ? which + " did not return within " + seconds + " s in a child JVM" + ALLOWS_MORE
        : which + " ended the child JVM that probed it: " + end;
  }

  /** Names the reason for leaving out providers after others that used up their time. */
  public static String providersHang(int others) {
    return others + " other providers did not return";
  }

  /** Names the reason for leaving out the rest of a provider whose counters used up their time. */
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

  /**
   * Names a provider that is not the same in every process: {@code counters()} of a new instance
   * must list what it listed here.
   */
  public static String notOffered(String provider, String counter) {
    return "in a child JVM " + provider + " does not offer " + counter;
  }

  public static String leavesThread(String thread) {
    return "it leaves the non-daemon thread "
        + thread
        + " behind, which would keep the program from exiting";
  }

  /**
   * Names what a counter has changed: the same would happen to the program.
   *
   * @param what a part of the process's state, such as {@code "the umask"}
   */
  public static String changes(String what, Phase phase) {
    return "it changes " + what + " while being " + phase.word() + "; it must leave it as it was";
  }

  /** Names what is left behind whenever a counter is opened and closed. */
  public static String leavesEachTime(String what) {
    return "each time that it is opened and closed it leaves "
        + what
        + " behind; close() must end what open() begins";
  }

  /** Names reads that would use up the program's descriptors. */
  public static String readsOpen(int descriptors, String what) {
    return "its reads left "
        + descriptors
        + " descriptors open, such as that of "
        + what
        + "; a read must not open anything";
  }

  /** Names a class loader of this process that threw when the child asked it for a class. */
  public static String loaderThrew(String resource, Throwable thrown) {
    return resource
        + " cannot be loaded from the provider's class loader: "
        + Reasons.of("", thrown);
  }

  /** Names a file that a child got the beginning of, and asked for the rest. */
  public static String tooLarge(String resource, int maxMegabytes) {
    return resource
        + " is larger than the "
        + maxMegabytes
        + " MB that a child JVM can load from the provider's class loader";
  }

  /**
   * Names a class of the selector that cannot be handed to a child.
   *
   * @param thrown what the selector's own class loader threw; null where it found nothing
   */
  public static String noBootClass(String resource, @Nullable Throwable thrown) {
    String why = thrown == null ? "it does not return its own class" : Reasons.of("", thrown);
    return "the selector's class loader cannot load " + resource + ": " + why;
  }
}

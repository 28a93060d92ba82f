// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.List;
import org.cyclecounter.selector.report.ChildReasons.Phase;

/** The sentences about a counter that was probed in a native child; a part of {@link Reasons}. */
public final class NativeReasons {

  public static final String NO_ENTRY_POINT =
      "it has no entry point to probe natively; use isolation AUTO or JVM";

  /** An error without an explanation. */
  public static final String NOT_OPENED = "it cannot be opened";

  public static final String UNREADABLE = "its thread could not read it";

  public static final String LOST = "the kernel took it away while it was being read";

  /** A filter of system calls ends whatever opens a perf event. */
  public static final String FILTER_KILLS =
      "SIGSYS: a system-call filter (seccomp) kills the process that calls perf_event_open;"
          + " it must allow or refuse that call";

  /** The signal of a filter of system calls. */
  public static final int SIGSYS = 31;

  private static final String ENDED = "it ended its process or was killed";

  private NativeReasons() {}

  public static String cannotBeUsed(String why) {
    return "native isolation cannot be used: " + why;
  }

  public static String notOffered(String platform) {
    return "native isolation is not offered for " + platform + "; use AUTO or JVM";
  }

  public static String noChild(int error) {
    return "it may crash, and no child process can be created to probe it: system error "
        + error
        + "; "
        + ChildReasons.PROCESSES_REFUSED;
  }

  /**
   * The child was gone before anything of the counter ran; signal 0 where what ended it is not
   * known.
   */
  public static String endedBefore(int signal) {
    return "it may crash, and its child process ended before opening it: " + ended(signal);
  }

  /** It ended its child, or the child was ended by a signal, 0 where that is not known. */
  public static String ended(int signal) {
    return signal == 0 ? ENDED : "it was killed by " + Signals.explain(signal);
  }

  public static String filtered(int number) {
    return "SIGSYS: a system-call filter (seccomp) traps perf_event_open or what it needs, system"
        + " call number "
        + number
        + "; it must allow or refuse that call";
  }

  /** It was ended when its time was up; a predicate without its subject. */
  public static String timedOut(Phase during, int seconds) {
    return "did not return within " + seconds + " s while being " + during.word();
  }

  /** It ended its child, or harmed it; a predicate without its subject. */
  public static String failed(Phase during, String how) {
    return "failed while being " + during.word() + ": " + how;
  }

  /** It returned, and left something changed that is its caller's. */
  public static String callingConvention(List<String> names) {
    return "it violates the calling convention: it changed " + String.join(", ", names);
  }

  public static String forbiddenCall(int number) {
    return "it made system call number " + number + ", which no counter needs";
  }
}

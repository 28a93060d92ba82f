// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.List;
import org.cyclecounter.selector.report.ChildReasons.Phase;

/**
 * The sentences about a counter that was probed in a native child; a part of {@link Reasons}. The
 * numbers come from C: signals and system calls by their number on this platform, errors as {@code
 * errno}.
 */
public final class NativeReasons {

  public static final String NO_ENTRY_POINT =
      "it has no entry point to probe natively; use isolation AUTO or JVM";

  /**
   * An open error of a source without a probe: only a read that wrote over the child's verdict
   * gives one.
   */
  public static final String NOT_OPENED = "it cannot be opened";

  /** The child's thread cannot have the counter, as {@code CheckedTicks.UNREADABLE} says. */
  public static final String UNREADABLE = "its thread could not read it";

  /** The fault guard's number was read: the setting that allows the instruction has changed. */
  public static final String LOST = "the kernel took it away while it was being read";

  /**
   * The action SECCOMP_RET_KILL of a filter (seccomp(2)): the call is neither allowed nor refused.
   */
  public static final String FILTER_KILLS =
      "SIGSYS: a system-call filter (seccomp) kills the process that calls perf_event_open;"
          + " it must allow or refuse that call";

  /**
   * The signal of a system-call filter. 31 on every Linux but MIPS, where it is 12 (signal(7)); C
   * hands over the number as on x86.
   */
  public static final int SIGSYS = 31;

  private NativeReasons() {}

  public static String cannotBeUsed(String why) {
    return "native isolation cannot be used: " + why;
  }

  public static String notOffered(String platform) {
    return "native isolation is not offered for " + platform + "; use AUTO or JVM";
  }

  /**
   * Names the {@code errno} of clone(2): EAGAIN (11) for a limit, usually EPERM (1) for a filter.
   */
  public static String noChild(int error) {
    return "it may crash, and no child process can be created to probe it: system error "
        + error
        + "; "
        + ChildReasons.PROCESSES_REFUSED;
  }

  /**
   * Names the end of a child that was gone before anything of the counter ran, which is therefore
   * not to blame; signal 0 where the cause is not known.
   */
  public static String endedBefore(int signal) {
    return "it may crash, and its child process ended before opening it: " + ended(signal);
  }

  /**
   * Names the signal that ended a child; 0 where there is none: the counter ended it by a call, or
   * another thread's {@code waitpid(-1)} has taken the status.
   */
  public static String ended(int signal) {
    return signal == 0
        ? "it ended its process or was killed"
        : "it was killed by " + Signals.explain(signal);
  }

  /** The action SECCOMP_RET_TRAP: the filter names the call in {@code si_syscall}. */
  public static String filtered(int number) {
    return "SIGSYS: a system-call filter (seccomp) traps perf_event_open or what it needs, system"
        + " call number "
        + number
        + "; it must allow or refuse that call";
  }

  /** Describes a counter that the parent ended; a predicate without its subject. */
  public static String timedOut(Phase during, int seconds) {
    return "did not return within " + seconds + " s while being " + during.word();
  }

  /** Describes a counter that ended or harmed its child; a predicate without its subject. */
  public static String failed(Phase during, String how) {
    return "failed while being " + during.word() + ": " + how;
  }

  /** Names what a read changed that the calling convention has it keep. */
  public static String callingConvention(List<String> names) {
    return "it violates the calling convention: it changed " + String.join(", ", names);
  }

  /** Names a system call that would change this process, with which the child shares memory. */
  public static String forbiddenCall(int number) {
    return "it made system call number " + number + ", which no counter needs";
  }
}

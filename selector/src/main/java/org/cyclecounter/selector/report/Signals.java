// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

/**
 * Names and explains signals, for people. The numbers are those of signal(7) on x86, ARM and most
 * others: MIPS, SPARC and Alpha have other ones, and so has macOS for SIGBUS (10) and SIGSYS (12),
 * so that there a name may be missing or wrong; the C code translates numbers that it returns.
 */
public final class Signals {

  /** From 1 on, without SIG. */
  private static final String[] NAMES =
      ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP"
              + " TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
          .split(" ");

  private Signals() {}

  /**
   * Explains a fatal signal, or Windows's exception of the same meaning; gives back a name that is
   * not known.
   */
  public static String explain(String name) {
    return switch (name) {
      case "SIGILL", "EXCEPTION_ILLEGAL_INSTRUCTION" ->
          name + ", an illegal (undefined) instruction";
      case "SIGSEGV", "SIGBUS", "EXCEPTION_ACCESS_VIOLATION" -> name + ", an invalid memory access";
      case "SIGFPE" -> "SIGFPE, an arithmetic fault";
      case "SIGSYS" -> "SIGSYS, a system call that a filter (seccomp) forbids";
      case "SIGALRM", "SIGVTALRM", "SIGPROF" -> name + ", the signal of a timer";
      default -> name;
    };
  }

  /** Names a signal of that number, Linux's on most processors. */
  public static String name(int number) {
    return number > 0 && number <= NAMES.length ? "SIG" + NAMES[number - 1] : "signal " + number;
  }

  /**
   * Describes how a process ended, the signal first. Java reports 128 and the signal's number, a
   * status that a program may also return by itself, so only signals that end a process for a
   * fault, by a timer or a limit, or from outside, are believed.
   *
   * @param status as of {@link Process#exitValue()}
   * @param words the signal that a dying JVM printed, such as {@code "SIGSEGV"}, or a line of the C
   *     library's; empty for none. A signal is trusted more than the status: a JVM that has caught
   *     a fault ends by SIGABRT
   */
  public static String ofEnd(int status, String words) {
    if (!words.isEmpty() && words.indexOf(' ') < 0) {
      return explain(words);
    }
    String code = "status " + status + (words.isEmpty() ? "" : ": " + words);
    return switch (status - 128) {
      case 4, 5, 6, 8, 9, 11, 13, 14, 24, 25, 26, 27, 31 ->
          explain(name(status - 128)) + " (" + code + ")";
      default -> code;
    };
  }
}

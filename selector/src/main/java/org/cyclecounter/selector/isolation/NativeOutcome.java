// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.Phase;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.spi.nativelib.Refusal;

/**
 * The answer of a native child, unpacked: for a counter that did not pass, whose failure it turns
 * into a sentence, and for tests. The numbers come from C: signals and system calls by their number
 * on this platform, errors as {@code errno}. Apart from {@link NativeChild}, because it is loaded
 * for a failure only (cold start 15).
 *
 * @param kind the result
 * @param detail as the kind says; 0 otherwise
 * @param phase the step that it ended in
 * @param reads the number of reads that returned, of all three kinds together, as far as 24 bits go
 */
record NativeOutcome(Kind kind, int detail, Phase phase, int reads) {

  /**
   * The signal of a system-call filter. 31 on every Linux but MIPS, where it is 12 (signal(7)); C
   * hands over the number as on x86.
   */
  private static final int SIGSYS = 31;

  /**
   * Unpacks an answer. A counter that writes anywhere may have written there, too: a number that
   * stands for nothing is an unknown end.
   */
  static NativeOutcome of(long packed) {
    Kind[] kinds = Kind.values();
    Phase[] phases = Phase.values();
    int kind = (int) packed & 0xf;
    int phase = (int) packed >> 4 & 0xf;
    return new NativeOutcome(
        kind < kinds.length ? kinds[kind] : Kind.ENDED,
        (int) (packed >> 8),
        phase < phases.length ? phases[phase] : Phase.READING,
        (int) (packed >>> 40));
  }

  /**
   * Explains a failure. A child that ended before anything of the counter ran is the machine's
   * fault; one that a filter ended is the filter's, if the counter was being opened.
   */
  IsolationResult explain(TickSource source, int limitSeconds) {
    boolean isOpening = phase == Phase.OPENING && NativeTicks.hasProbe(source);
    return switch (kind) {
      case PASSED -> NativeIsolator.natively(Result.PASSED, "", null);
      // The errno of clone(2): EAGAIN (11) for a limit, usually EPERM (1) for a filter.
      case NO_CHILD ->
          notProbed(
              "no child process can be created to probe it: system error "
                  + detail
                  + "; "
                  + ChildReasons.PROCESSES_REFUSED);
      case OPEN_FAILED ->
          source instanceof NativeTicks natively
              ? refused(natively.counter().refusal(detail))
              : failed("it cannot be opened"); // a read wrote over the child's verdict
      // Its thread in the child cannot have the counter, as CheckedTicks.UNREADABLE says.
      case UNREADABLE -> failed("its thread could not read it");
      // The fault guard's number: the setting that allows the instruction has changed.
      case LOST -> failed("the kernel took it away while it was being read");
      case TIMED_OUT ->
          NativeIsolator.natively(
              Result.DIED, "did not return within " + limitSeconds + " s" + during(), null);
      case FAULT -> died(Signals.explain(Signals.name(detail)));
      case CALLING_CONVENTION -> {
        String names = String.join(", ", RegisterNames.of(detail, Platform.current()));
        yield died("it violates the calling convention: it changed " + names);
      }
      // SECCOMP_RET_TRAP: the filter names the call in si_syscall. Otherwise it would change this
      // process, with which the child shares memory.
      case FORBIDDEN_CALL ->
          isOpening
              ? filtered("traps perf_event_open or what it needs, system call number " + detail)
              : died("it made system call number " + detail + ", which no counter needs");
      case ENDED -> {
        // No signal: the counter ended it by a call, or another thread's waitpid(-1) has taken it.
        String how =
            detail == 0
                ? "it ended its process or was killed"
                : "it was killed by " + Signals.explain(Signals.name(detail));
        if (phase == Phase.STARTING) {
          yield notProbed("its child process ended before opening it: " + how);
        }
        // SECCOMP_RET_KILL, seccomp(2): the call is neither allowed nor refused.
        yield isOpening && detail == SIGSYS
            ? filtered("kills the process that calls perf_event_open")
            : died(how);
      }
    };
  }

  /** Explains a child that a system-call filter has ended. */
  private IsolationResult filtered(String how) {
    String filter = "SIGSYS: a system-call filter (seccomp) " + how;
    IsolationResult died = died(filter + "; it must allow or refuse that call");
    return NativeIsolator.natively(Result.DIED, died.reason(), Obstacle.FILTER_KILLS);
  }

  private static IsolationResult notProbed(String why) {
    return NativeIsolator.natively(Result.NOT_PROBED, "it may crash, and " + why, null);
  }

  private static IsolationResult refused(Refusal refusal) {
    return NativeIsolator.natively(Result.FAILED, refusal.sentence(), refusal.obstacle());
  }

  private static IsolationResult failed(String reason) {
    return NativeIsolator.natively(Result.FAILED, reason, null);
  }

  private IsolationResult died(String how) {
    return NativeIsolator.natively(Result.DIED, "failed" + during() + ": " + how, null);
  }

  private String during() {
    return switch (phase) {
      case STARTING, OPENING -> " while being opened";
      case CLOSING -> " while being closed";
      case READING, READING_START, READING_STOP -> " while being read";
    };
  }
}

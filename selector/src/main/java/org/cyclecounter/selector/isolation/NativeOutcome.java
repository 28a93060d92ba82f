// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.ProbePhase;
import org.cyclecounter.selector.report.RegisterNames;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.spi.nativelib.Refusal;

/**
 * The answer of a native child, unpacked: for a counter that did not pass, and for tests. The
 * numbers come from C: signals by their number on x86, errors as {@code errno}. Apart from {@link
 * NativeChild}, because it is loaded for a failure only (cold start 15).
 *
 * @param kind the result
 * @param detail as the kind says; 0 otherwise
 * @param phase the step that it ended in
 * @param reads the number of reads that returned, of all three kinds together, as far as 24 bits go
 */
record NativeOutcome(Kind kind, int detail, ProbePhase phase, int reads) {

  /** The signal of a system-call filter. */
  private static final int SIGSYS = 31;

  /** Unpacks an answer. A counter may have overwritten it: an unknown number is an unknown end. */
  static NativeOutcome of(long packed) {
    Kind[] kinds = Kind.values();
    ProbePhase[] phases = ProbePhase.values();
    int kind = (int) packed & 0xf;
    int phase = (int) packed >> 4 & 0xf;
    return new NativeOutcome(
        kind < kinds.length ? kinds[kind] : Kind.ENDED,
        (int) (packed >> 8),
        phase < phases.length ? phases[phase] : ProbePhase.READING,
        (int) (packed >>> 40));
  }

  /**
   * Explains a failure. Blames the machine if the child ended before the counter ran, and the
   * filter if that ended the child while the counter was being opened.
   */
  IsolationResult explain(TickSource source, int limitSeconds, Duration cost) {
    Refusal refusal =
        kind == Kind.OPEN_FAILED && source instanceof NativeTicks natively
            ? natively.counter().refusal(detail)
            : null;
    Rejection why =
        refusal == null ? why(source, limitSeconds) : Rejection.of(Code.SAID, refusal.sentence());
    Result result =
        switch (why.code()) {
          case NO_NATIVE_CHILD, NATIVE_CHILD_ENDED -> Result.NOT_PROBED;
          case SAID, UNREADABLE, TAKEN_AWAY -> Result.FAILED;
          default -> Result.DIED;
        };
    boolean isFiltered = why.code() == Code.FILTER_KILLS || why.code() == Code.FILTER_TRAPS;
    Obstacle obstacle = isFiltered ? Obstacle.FILTER_KILLS : null;
    return new IsolationResult(
        result, why, true, false, refusal == null ? obstacle : refusal.obstacle(), cost);
  }

  private Rejection why(TickSource source, int limitSeconds) {
    boolean isOpen = phase.compareTo(ProbePhase.OPENING) > 0;
    String step = phase == ProbePhase.CLOSING ? "closed" : isOpen ? "read" : "opened";
    boolean isFiltered =
        detail == SIGSYS && phase == ProbePhase.OPENING && NativeTicks.hasProbe(source);
    String signal = detail == 0 ? "" : Signals.explain(Signals.name(detail));
    return switch (kind) {
      case NO_CHILD -> Rejection.of(Code.NO_NATIVE_CHILD, Integer.toString(detail));
      case UNREADABLE -> Rejection.of(Code.UNREADABLE);
      // The fault guard's number: the setting that allows the instruction has changed.
      case LOST -> Rejection.of(Code.TAKEN_AWAY);
      case TIMED_OUT -> Rejection.of(Code.HANGS_NATIVELY, step, Integer.toString(limitSeconds));
      case CALLING_CONVENTION -> {
        String names = String.join(", ", RegisterNames.of(detail, Platform.current()));
        yield Rejection.of(Code.BREAKS_CONVENTION, step, names);
      }
      case FAULT ->
          isFiltered ? Rejection.of(Code.FILTER_TRAPS) : Rejection.of(Code.FAULTS, step, signal);
      // PASSED, OPEN_FAILED: a read wrote over the child's verdict.
      case PASSED, OPEN_FAILED, ENDED -> {
        // No signal: the counter ended it by a call, or another thread's waitpid(-1) has taken it.
        String how =
            kind == Kind.ENDED && detail != 0
                ? "it was killed by " + signal
                : "it ended its process or was killed";
        yield phase == ProbePhase.STARTING
            ? Rejection.of(Code.NATIVE_CHILD_ENDED, how)
            : isFiltered ? Rejection.of(Code.FILTER_KILLS) : Rejection.of(Code.FAULTS, step, how);
      }
    };
  }
}

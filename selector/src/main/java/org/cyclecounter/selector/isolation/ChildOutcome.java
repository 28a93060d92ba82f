// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Optional;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * How one counter ended in a child.
 *
 * @param result whether it can be read
 * @param reason as {@link IsolationResult#reason}
 * @param hung whether it did not return
 * @param childIsLost whether the child is not fit for another counter
 */
record ChildOutcome(Result result, String reason, boolean hung, boolean childIsLost) {

  /** Follows a counter to its verdict or the child's end. */
  static ChildOutcome of(ChildProcess child, int index) throws InterruptedException {
    long startNs = System.nanoTime();
    Step last = Step.READY;
    while (true) {
      long limitMs = TimeLimit.seconds() * 1000L;
      long sinceNs = System.nanoTime();
      Optional<Protocol> report = child.next(limitMs);
      boolean hangs = report.isEmpty() && child.hangs();
      while (hangs && System.nanoTime() - sinceNs < limitMs * 1_000_000) {
        hangs = child.hangs(); // it has closed the pipe, and may be about to end
      }
      if (report.isEmpty()) {
        report = child.next(0); // meanwhile: its own limit for a native probe is the same
      }
      if (report.isEmpty()) {
        return withChild(child, phase(last), hangs);
      }
      if (report.get().index() == index) {
        if (report.get().step() == Step.TRACE) {
          StackTrace.log(report.get().text());
          continue;
        }
        last = report.get().step();
        boolean isLate = System.nanoTime() - startNs >= TimeLimit.seconds() * 1_000_000_000L;
        ChildOutcome ending = byVerdict(last, report.get().text(), isLate);
        if (ending != null) {
          return ending;
        }
      }
    }
  }

  private static ChildOutcome withChild(ChildProcess child, Phase phase, boolean hung) {
    String reason =
        hung
            ? ChildReasons.timedOut(phase, TimeLimit.seconds())
            : ChildReasons.ended(phase, child.end());
    return new ChildOutcome(Result.DIED, reason, hung, true);
  }

  private static Phase phase(Step last) {
    return switch (last) {
      case READING -> Phase.READ;
      case CLOSING -> Phase.CLOSED;
      default -> Phase.OPENED;
    };
  }

  /** Null for a step that is no verdict. */
  private static @Nullable ChildOutcome byVerdict(Step step, String text, boolean isLate) {
    return switch (step) {
      case READY, OPENING, READING, CLOSING, TRACE, RESOURCE -> null;
      case PASSED -> new ChildOutcome(Result.PASSED, "", false, false);
      case PRINTED -> new ChildOutcome(Result.PASSED, ChildReasons.PRINTS, false, false);
      case FAILED -> new ChildOutcome(Result.FAILED, text, false, false);
      case NO_SOURCE -> new ChildOutcome(Result.FAILED, Reasons.NO_SOURCE, false, false);
      case NOT_MADE ->
          new ChildOutcome(Result.NOT_PROBED, ChildReasons.notMade(text), false, false);
      case DIED -> new ChildOutcome(Result.DIED, text, isLate, false);
      case HARMED -> harmed(text);
      case CLOSED_OUTPUT -> harmed(ChildReasons.CLOSES_OUTPUT);
      case CLOSED_ERROR -> harmed(ChildReasons.CLOSES_ERROR);
      case LEFT_THREAD -> harmed(ChildReasons.leavesThread(text));
    };
  }

  private static ChildOutcome harmed(String reason) {
    return new ChildOutcome(Result.FAILED, reason, false, true);
  }
}

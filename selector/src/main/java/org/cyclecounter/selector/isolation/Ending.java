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
record Ending(Result result, String reason, boolean hung, boolean childIsLost) {

  /**
   * Follows a counter to its verdict or the child's end.
   *
   * @param index its place among the child's counters
   */
  static Ending of(ChildProcess child, int index) throws InterruptedException {
    Step last = Step.READY;
    while (true) {
      Optional<Protocol> report = child.next(TimeLimit.seconds() * 1000L);
      if (report.isEmpty()) {
        return withChild(child, phase(last));
      }
      if (report.get().index() == index) {
        last = report.get().step();
        Ending ending = byVerdict(last, report.get().text());
        if (ending != null) {
          return ending;
        }
      }
    }
  }

  private static Ending withChild(ChildProcess child, Phase phase) throws InterruptedException {
    boolean hung = child.hangs();
    String reason =
        hung
            ? ChildReasons.timedOut(phase, TimeLimit.seconds())
            : ChildReasons.ended(phase, child.end());
    return new Ending(Result.DIED, reason, hung, true);
  }

  private static Phase phase(Step last) {
    return switch (last) {
      case READING -> Phase.READ;
      case CLOSING -> Phase.CLOSED;
      default -> Phase.OPENED;
    };
  }

  /** Null for a step that is no verdict. */
  private static @Nullable Ending byVerdict(Step step, String text) {
    return switch (step) {
      case READY, OPENING, READING, CLOSING, RESOURCE -> null;
      case PASSED -> new Ending(Result.PASSED, "", false, false);
      case PRINTED -> new Ending(Result.PASSED, ChildReasons.PRINTS, false, false);
      case FAILED -> new Ending(Result.FAILED, text, false, false);
      case NO_SOURCE -> new Ending(Result.FAILED, Reasons.NO_SOURCE, false, false);
      case NOT_MADE -> new Ending(Result.NOT_TRIED, ChildReasons.notMade(text), false, false);
      case HARMED -> harmed(text);
      case CLOSED_OUTPUT -> harmed(ChildReasons.CLOSES_OUTPUT);
      case CLOSED_ERROR -> harmed(ChildReasons.CLOSES_ERROR);
      case LEFT_THREAD -> harmed(ChildReasons.leavesThread(text));
    };
  }

  private static Ending harmed(String reason) {
    return new Ending(Result.FAILED, reason, false, true);
  }
}

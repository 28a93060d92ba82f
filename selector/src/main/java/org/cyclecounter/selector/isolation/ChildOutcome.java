// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Optional;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one counter, or of one stranger that was asked for its counters, in a child JVM.
 *
 * @param result whether it can be read
 * @param reason as {@link IsolationResult#reason}
 * @param hung true if it did not return within its limit, which counts against its provider
 * @param childIsLost true if the child cannot probe another counter
 * @param listing what a stranger has listed; null if it failed, and for a counter
 */
record ChildOutcome(
    Result result,
    String reason,
    boolean hung,
    boolean childIsLost,
    @Nullable ProviderListing listing) {

  ChildOutcome(Result result, String reason, boolean hung, boolean childIsLost) {
    this(result, reason, hung, childIsLost, null);
  }

  static ChildOutcome notProbed(String reason) {
    return harmless(Result.NOT_PROBED, reason);
  }

  static ChildOutcome failed(String reason) {
    return harmless(Result.FAILED, reason);
  }

  /**
   * Follows a counter to its verdict or the child's end; each step has the same time limit.
   *
   * <p>A silent child may hang, may be dying, or may have closed its pipe and go on: its end, not
   * the pipe's, decides. Reports of an earlier counter, whose threads may still run, are skipped.
   *
   * @param index the counter's index in the child's task
   */
  static ChildOutcome of(ChildProcess child, int index, int limitSeconds)
      throws InterruptedException {
    long limitMs = limitSeconds * 1000L;
    long startNs = System.nanoTime();
    Step last = Step.READY;
    while (true) {
      long stepNs = System.nanoTime();
      Optional<Protocol> report = child.next(limitMs);
      boolean hangs = report.isEmpty() && child.hangs();
      while (hangs && isWithin(limitMs, stepNs)) {
        hangs = child.hangs(); // it has closed the pipe, and may be about to end
      }
      if (report.isEmpty()) {
        report = child.next(0); // meanwhile: its own limit for a native probe is the same
      }
      if (report.isEmpty()) {
        String call = child.lastCall();
        String reason =
            hangs
                ? ChildReasons.timedOut(phase(last), call, limitSeconds)
                : ChildReasons.ended(phase(last), call, child.end());
        return new ChildOutcome(Result.DIED, reason, hangs, true);
      }
      if (report.get().index() == index) {
        if (report.get().step() == Step.TRACE) {
          StackTrace.log(report.get().text());
          continue;
        }
        last = report.get().step();
        ChildOutcome outcome = byVerdict(last, report.get().text(), !isWithin(limitMs, startNs));
        if (outcome != null) {
          return outcome;
        }
      }
    }
  }

  private static boolean isWithin(long limitMs, long startNs) {
    return System.nanoTime() - startNs < limitMs * 1_000_000;
  }

  private static Phase phase(Step last) {
    return switch (last) {
      case READING -> Phase.READ;
      case CLOSING -> Phase.CLOSED;
      default -> Phase.OPENED;
    };
  }

  /**
   * Translates a verdict; null for a step that is none.
   *
   * @param isLate true if the counter has taken longer than a step's limit: one that died in the
   *     child's native child has hung there then
   */
  static @Nullable ChildOutcome byVerdict(Step step, String text, boolean isLate) {
    return switch (step) {
      case READY,
          OPENING,
          CALLING,
          COUNTER,
          NO_COUNTER,
          LISTED,
          READING,
          CLOSING,
          TRACE,
          RESOURCE ->
          null;
      case PASSED -> harmless(Result.PASSED, "");
      case PRINTED -> harmless(Result.PASSED, ChildReasons.PRINTS);
      case FAILED -> harmless(Result.FAILED, text);
      case NO_SOURCE -> harmless(Result.FAILED, Reasons.NO_SOURCE);
      case NOT_MADE -> harmless(Result.NOT_PROBED, ChildReasons.notMade(text));
      case DIED -> new ChildOutcome(Result.DIED, text, isLate, false); // in the child's own child
      case HARMED -> harmed(text);
      case CLOSED_OUTPUT -> harmed(ChildReasons.CLOSES_OUTPUT);
      case CLOSED_ERROR -> harmed(ChildReasons.CLOSES_ERROR);
      case LEFT_THREAD -> harmed(ChildReasons.leavesThread(text));
    };
  }

  private static ChildOutcome harmless(Result result, String reason) {
    return new ChildOutcome(result, reason, false, false);
  }

  private static ChildOutcome harmed(String reason) {
    return new ChildOutcome(Result.FAILED, reason, false, true);
  }
}

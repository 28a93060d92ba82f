// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.selector.isolation.ChildProcess.Request;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
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

  private static ChildOutcome listed(ProviderListing listing) {
    return new ChildOutcome(Result.PASSED, "", false, false, listing);
  }

  static ChildOutcome notProbed(String reason) {
    return new ChildOutcome(Result.NOT_PROBED, reason, false, false);
  }

  static ChildOutcome failed(String reason) {
    return new ChildOutcome(Result.FAILED, reason, false, false);
  }

  /**
   * Follows a request to its verdict or the child's end; each step has the same time limit. Reports
   * of an earlier request, whose threads may still run, are skipped.
   *
   * @param index the request's index in the child
   */
  static ChildOutcome of(ChildProcess child, int index, Request request, int limitSeconds)
      throws InterruptedException {
    long limitMs = limitSeconds * 1000L;
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    List<Counter> counters = new ArrayList<>();
    Step last = Step.READY;
    Optional<Protocol> report = child.next(limitMs);
    while (report.isPresent()) {
      if (report.get().index() == index) {
        last = report.get().step();
        boolean isLate = System.nanoTime() > endNs;
        ChildOutcome outcome = of(report.get(), request.provider, counters, isLate);
        if (outcome != null) {
          return outcome;
        }
      }
      report = child.next(limitMs);
    }
    return lost(child, request, last, limitSeconds);
  }

  /**
   * Takes one report; null unless it is the verdict.
   *
   * @param counters grows by one that a provider lists
   * @param isLate true if it has taken longer than a step's limit: a counter that died in the
   *     child's native child has hung there then
   */
  private static @Nullable ChildOutcome of(
      Protocol report, ProviderHandle provider, List<Counter> counters, boolean isLate) {
    String text = report.text();
    switch (report.step()) {
      case TRACE -> StackTrace.log(text);
      case COUNTER -> ChildListing.add(counters, ChildListing.counter(text));
      case NO_COUNTER -> ChildListing.add(counters, Counter.none(text));
      default -> {}
    }
    return switch (report.step()) {
      case LISTED -> listed(ChildListing.of(provider, counters, text));
      case PASSED -> new ChildOutcome(Result.PASSED, text, false, false);
      case FAILED -> failed(text);
      case NOT_MADE -> notProbed(ChildReasons.notMade(text));
      case DIED -> new ChildOutcome(Result.DIED, text, isLate, false); // in the child's own child
      case HARMED -> new ChildOutcome(Result.FAILED, text, false, true);
      default -> null;
    };
  }

  private static ChildOutcome lost(ChildProcess child, Request request, Step last, int limitSeconds)
      throws InterruptedException {
    boolean hangs = child.hangs();
    String end = hangs ? "" : child.end();
    String reason;
    if (request.isListing()) {
      reason = ChildReasons.lostUnlisted(child.lastCall(), end, limitSeconds);
      request.provider.failed(reason);
    } else {
      reason = ChildReasons.lost(phase(last), child.lastCall(), end, limitSeconds);
    }
    return new ChildOutcome(Result.DIED, reason, hangs, true);
  }

  private static Phase phase(Step last) {
    return switch (last) {
      case READING -> Phase.READ;
      case CLOSING -> Phase.CLOSED;
      default -> Phase.OPENED;
    };
  }
}

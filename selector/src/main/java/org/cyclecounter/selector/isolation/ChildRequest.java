// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A request to a child JVM, to probe a counter or to ask a stranger for its counters, and its
 * outcome once there is one. For one thread.
 */
final class ChildRequest {

  final ProviderHandle provider;

  /** The counter's name; empty to list the provider's counters. */
  final String counter;

  /** The time that it took, with its share of the child's start. */
  Duration cost = Duration.ZERO;

  /** True if it did not return within its limit, which counts against its provider. */
  boolean hung;

  /** The counters that a stranger has listed; null if it failed, and for a counter. */
  @Nullable ProviderListing listing;

  /** Null before there is an outcome. */
  private @Nullable Result result;

  private String reason = "";

  /** The step of a counter that the child has reported last. */
  private Phase phase = Phase.OPENED;

  private final List<Counter> counters = new ArrayList<>();

  ChildRequest(ProviderHandle provider, String counter) {
    this.provider = provider;
    this.counter = counter;
  }

  boolean isListing() {
    return counter.isEmpty();
  }

  /** Returns true before there is an outcome. */
  boolean isOpen() {
    return result == null;
  }

  /** Returns the outcome, which there must be. */
  IsolationResult result() {
    return new IsolationResult(Objects.requireNonNull(result), reason, false, null, cost);
  }

  /** Gives it an outcome; the reason is as in {@link IsolationResult}. */
  void end(Result outcome, String why) {
    result = outcome;
    reason = why;
  }

  /**
   * Follows the request to its verdict or the child's end; each step has the same time limit. The
   * child begins a request after it has reported the verdict of the one before.
   *
   * @return true if the child can meet another request
   */
  boolean follow(ChildProcess child, int limitSeconds) throws InterruptedException {
    long limitMs = limitSeconds * 1000L;
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    Optional<Protocol> report = child.next(limitMs);
    while (report.isPresent()) {
      take(report.get(), System.nanoTime() > endNs);
      if (!isOpen()) {
        return report.get().step() != Step.HARMED;
      }
      report = child.next(limitMs);
    }
    String end = child.end();
    hung = end.isEmpty();
    String call = child.lastCall();
    end(
        Result.DIED,
        isListing()
            ? ChildReasons.lostUnlisted(call, end, limitSeconds)
            : ChildReasons.lost(phase, call, end, limitSeconds));
    if (isListing()) {
      provider.failed(reason);
    }
    return false;
  }

  /**
   * Takes one report, which may be the verdict.
   *
   * @param isLate true if it has taken longer than a step's limit: a counter that died in the
   *     child's native child has hung there then
   */
  private void take(Protocol report, boolean isLate) {
    String text = report.text();
    switch (report.step()) {
      case OPENING -> phase = Phase.OPENED;
      case READING -> phase = Phase.READ;
      case CLOSING -> phase = Phase.CLOSED;
      case TRACE -> Log.debugTrace("a counter failed in a child JVM: " + text);
      case COUNTER -> add(report.counter());
      case NO_COUNTER -> add(Counter.none(text));
      case LISTED -> {
        int more = report.more();
        listing = ProviderListing.ofChild(provider, more < 0 ? null : counters, Math.max(0, more));
        end(Result.PASSED, "");
      }
      case PASSED -> end(Result.PASSED, text);
      case FAILED, HARMED -> end(Result.FAILED, text);
      case NOT_MADE -> end(Result.NOT_PROBED, ChildReasons.notMade(text));
      case DIED -> { // in the child's native child
        hung = isLate;
        end(Result.DIED, text);
      }
      default -> {}
    }
  }

  private void add(Counter listed) {
    if (counters.size() < ProviderListing.MAX_COUNTERS) { // a provider has written to the pipe
      counters.add(listed);
    }
  }
}

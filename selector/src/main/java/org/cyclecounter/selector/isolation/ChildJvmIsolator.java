// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.ChildProcess.Request;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * Lists strangers and probes counters in a separate Java process: one for all, and a new one for
 * the rest after each that ends it, so that a crash costs one counter. The evidence is the child's
 * last report, never its exit status. Where no process can be started, the counters are not probed,
 * for that reason. For one thread.
 */
public final class ChildJvmIsolator implements AutoCloseable {

  /** A JVM starts in 60 ms on an idle machine; this is for one that swaps. */
  private static final long START_LIMIT_MS = 20_000;

  /** Providers that are asked together: all of their reports fit into the connection's queue. */
  private static final int MAX_LISTED = 16;

  /**
   * The counters of one provider, or the providers, that may use up their time limit before the
   * rest is left out.
   */
  private static final int MAX_HANGS = 10;

  /** More than all that a selection reads of a counter in its process and native children. */
  private static final int READS = 100_000;

  /** The same for {@code startTicks()} and {@code stopTicks()}, each. */
  private static final int ORDERED_READS = 2_000;

  /** For each step of a counter, not for the child. */
  private final int limitSeconds;

  private final boolean isNested;
  private final int reads;
  private final int orderedReads;

  /** A child that waits for requests; null for none. */
  private @Nullable ChildProcess child;

  /**
   * Limits each step of a counter to so many seconds.
   *
   * @param isNested true for a selection begun by code that runs during another one: no child is
   *     started, whose providers might do the same without end
   */
  public ChildJvmIsolator(int limitSeconds, boolean isNested) {
    this(limitSeconds, READS, ORDERED_READS, isNested);
  }

  /** Reads fewer times than a selection needs; the numbers are as in {@link ChildTask}. */
  ChildJvmIsolator(int limitSeconds, int reads, int orderedReads, boolean isNested) {
    this.isNested = isNested;
    this.limitSeconds = limitSeconds;
    this.reads = reads;
    this.orderedReads = orderedReads;
  }

  /**
   * Asks strangers for their counters, all in one child unless one of them ends it, and tells the
   * discovery. A child that is left waits for {@link #probe} or {@link #close}.
   */
  public void list(Discovery discovery) {
    List<Request> all = new ArrayList<>();
    for (ProviderHandle stranger : discovery.takeStrangers()) {
      all.add(new Request(stranger, ""));
    }
    meet(all);
    for (Request request : all) {
      ProviderHandle stranger = request.provider;
      ChildOutcome outcome = outcome(request);
      String why = outcome.reason();
      if (outcome.listing() != null) {
        discovery.listed(stranger, outcome.listing());
      } else if (outcome.result() == Result.NOT_PROBED) {
        discovery.reject(stranger, ProviderReasons.notProbed(stranger.describe(), why));
      } else {
        discovery.reject(stranger, ProviderReasons.failed(stranger.describe(), why));
      }
    }
  }

  /**
   * Gives a result for each, in the same order; never throws for anything that a counter does. No
   * child is left.
   */
  public List<IsolationResult> probe(List<Candidate> candidates) {
    try {
      List<Request> all = new ArrayList<>();
      for (Candidate candidate : candidates) {
        all.add(new Request(candidate.handle(), candidate.name()));
      }
      meet(all);
      List<IsolationResult> results = new ArrayList<>();
      for (Request request : all) {
        ChildOutcome outcome = outcome(request);
        results.add(
            new IsolationResult(outcome.result(), outcome.reason(), false, null, request.cost));
      }
      return results;
    } finally {
      close();
    }
  }

  /** Ends a child that waits. */
  @Override
  public void close() {
    ChildProcess waiting = child;
    child = null;
    if (waiting != null) {
      waiting.close();
    }
  }

  /**
   * Gives requests to the child that waits, or to a new one; throws if there is none, with the
   * reason as the message.
   *
   * @return the index of the first of them in the child
   */
  private int begin(List<Request> requests) throws IOException, InterruptedException {
    ChildProcess running = child;
    if (running != null) {
      return running.send(requests);
    }
    try {
      running = new ChildProcess(requests, limitSeconds, reads, orderedReads);
    } catch (IOException e) {
      throw new IOException(ChildReasons.NO_PROCESS + e.getMessage(), e);
    }
    child = running;
    if (running.next(START_LIMIT_MS).isEmpty()) {
      String end = running.hangs() ? ChildReasons.NOT_BEGUN : running.end();
      throw new IOException(ChildReasons.notReady(end, running.complaint()));
    }
    return 0;
  }

  private static ChildOutcome outcome(Request request) {
    return Objects.requireNonNull(request.outcome);
  }

  /**
   * Meets requests that are all of one sort. Ends: each child either gives at least one of them an
   * outcome, or all of the rest the reason for having none.
   */
  private void meet(List<Request> all) {
    // Requests that did not return, by provider: each of them costs a limit and a child.
    IdentityHashMap<ProviderHandle, Integer> hangs = new IdentityHashMap<>();
    for (Request request : all) {
      request.outcome = withoutChild(request);
    }
    for (List<Request> rest = open(all); !rest.isEmpty(); rest = open(rest)) {
      runChild(rest, hangs);
      for (Request request : rest) {
        leaveOutHanging(request, hangs);
      }
    }
  }

  /** Returns those without an outcome. No lambda: cold start 1. */
  private static List<Request> open(List<Request> requests) {
    List<Request> open = new ArrayList<>();
    for (Request request : requests) {
      if (request.outcome == null) {
        open.add(request);
      }
    }
    return open;
  }

  /** Makes requests of one child, until one of them ends it. */
  private void runChild(List<Request> rest, IdentityHashMap<ProviderHandle, Integer> hangs) {
    try {
      int most = rest.get(0).isListing() ? MAX_LISTED : rest.size();
      List<Request> batch = rest.subList(0, Math.min(most, rest.size()));
      long startNs = System.nanoTime();
      int index = begin(batch);
      ChildProcess running = Objects.requireNonNull(child);
      // All counters share the cost of the start.
      Duration share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(batch.size());
      for (Request request : batch) {
        startNs = System.nanoTime();
        ChildOutcome outcome = ChildOutcome.of(running, index++, request, limitSeconds);
        request.outcome = outcome;
        request.cost = share.plusNanos(System.nanoTime() - startNs);
        if (outcome.hung()) {
          hangs.merge(request.provider, 1, Integer::sum);
        }
        if (outcome.childIsLost()) {
          close();
          return;
        }
      }
    } catch (IOException e) {
      close();
      leaveOut(rest, String.valueOf(e.getMessage()));
    } catch (SecurityException e) {
      leaveOut(rest, ChildReasons.forbidden(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      leaveOut(rest, ChildReasons.INTERRUPTED);
    }
  }

  /** Gives the same reason to all that have no outcome. */
  private static void leaveOut(List<Request> rest, String reason) {
    for (Request request : open(rest)) {
      request.outcome = ChildOutcome.notProbed(reason);
    }
  }

  /** Leaves out a request where too many have not returned. */
  private static void leaveOutHanging(
      Request request, IdentityHashMap<ProviderHandle, Integer> hangs) {
    ProviderHandle provider = request.provider;
    int hung = request.isListing() ? hangs.size() : hangs.getOrDefault(provider, 0);
    if (request.outcome == null && hung >= MAX_HANGS) {
      request.outcome =
          request.isListing()
              ? ChildOutcome.notProbed(ChildReasons.providersHang(MAX_HANGS))
              : ChildOutcome.failed(ChildReasons.othersHang(MAX_HANGS, provider.type()));
    }
  }

  /** Returns the outcome of a request that no child can meet; null if one can. */
  private @Nullable ChildOutcome withoutChild(Request request) {
    ProviderHandle provider = request.provider;
    if (isNested) {
      return ChildOutcome.notProbed(Reasons.NESTED);
    }
    if (ParentConnection.isConnected()) {
      return ChildOutcome.notProbed(ChildReasons.IN_A_CHILD);
    }
    if (request.isListing()) {
      String failure = provider.earlierFailure();
      return failure.isEmpty() ? null : ChildOutcome.failed(ProviderReasons.failedEarlier(failure));
    }
    Class<?> type = provider.loaded();
    String problem = provider.isFound() || type == null ? "" : whyNotRecreated(type);
    return problem.isEmpty() ? null : ChildOutcome.notProbed(problem);
  }

  /** Returns why a child JVM cannot create a provider anew; empty if it can. */
  private static String whyNotRecreated(Class<?> type) {
    try {
      boolean open =
          type.getModule().isNamed() // then it is a service, wherever it is
              || Modifier.isPublic(type.getModifiers()) && !type.isLocalClass() && !type.isHidden();
      if (open && Modifier.isPublic(type.getConstructor().getModifiers())) {
        return "";
      }
    } catch (NoSuchMethodException e) {
      // Reported below.
    }
    return ChildReasons.notPublic(type.getName());
  }
}

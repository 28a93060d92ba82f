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
import org.cyclecounter.selector.discovery.ProviderListing;
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

  /** For each step of a counter, not for the child. */
  private final int limitSeconds;

  private final boolean isNested;

  /** A child that waits for requests; null for none. */
  private @Nullable ChildProcess child;

  /**
   * Limits each step of a counter to so many seconds.
   *
   * @param isNested true for a selection begun by code that runs during another one: no child is
   *     started, whose providers might do the same without end
   */
  public ChildJvmIsolator(int limitSeconds, boolean isNested) {
    this.isNested = isNested;
    this.limitSeconds = limitSeconds;
  }

  /**
   * Asks strangers for their counters, all in one child unless one of them ends it, and tells the
   * discovery. A child that is left waits for {@link #probe} or {@link #close}.
   */
  public void list(Discovery discovery) {
    List<ChildRequest> all = new ArrayList<>();
    for (ProviderHandle stranger : discovery.takeStrangers()) {
      all.add(new ChildRequest(stranger, ""));
    }
    meet(all);
    for (ChildRequest request : all) {
      ProviderHandle stranger = request.provider;
      ProviderListing listing = request.listing;
      String why = request.result().reason();
      if (listing != null) {
        discovery.listed(stranger, listing);
      } else if (request.result().result() == Result.NOT_PROBED) {
        discovery.reject(stranger.type(), ProviderReasons.notProbed(stranger.describe(), why));
      } else {
        discovery.reject(stranger.type(), ProviderReasons.failed(stranger.describe(), why));
      }
    }
  }

  /**
   * Gives a result for each, in the same order; never throws for anything that a counter does. No
   * child is left.
   */
  public List<IsolationResult> probe(List<Candidate> candidates) {
    try {
      List<ChildRequest> all = new ArrayList<>();
      for (Candidate candidate : candidates) {
        all.add(new ChildRequest(candidate.handle(), candidate.name()));
      }
      meet(all);
      List<IsolationResult> results = new ArrayList<>();
      for (ChildRequest request : all) {
        results.add(request.result());
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
  private int begin(List<ChildRequest> requests) throws IOException, InterruptedException {
    ChildProcess running = child;
    if (running != null) {
      return running.send(requests);
    }
    try {
      running = new ChildProcess(requests, limitSeconds);
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

  /**
   * Meets requests that are all of one sort. Ends: each child either gives at least one of them an
   * outcome, or all of the rest the reason for having none.
   */
  private void meet(List<ChildRequest> all) {
    // Requests that did not return, by provider: each of them costs a limit and a child.
    IdentityHashMap<ProviderHandle, Integer> hangs = new IdentityHashMap<>();
    for (ChildRequest request : all) {
      endWithoutChild(request);
    }
    for (List<ChildRequest> rest = open(all); !rest.isEmpty(); rest = open(rest)) {
      runChild(rest, hangs);
      for (ChildRequest request : rest) {
        leaveOutHanging(request, hangs);
      }
    }
  }

  /** Returns those without an outcome. No lambda: cold start 1. */
  private static List<ChildRequest> open(List<ChildRequest> requests) {
    List<ChildRequest> open = new ArrayList<>();
    for (ChildRequest request : requests) {
      if (request.isOpen()) {
        open.add(request);
      }
    }
    return open;
  }

  /** Makes requests of one child, until one of them ends it. */
  private void runChild(List<ChildRequest> rest, IdentityHashMap<ProviderHandle, Integer> hangs) {
    try {
      int most = rest.get(0).isListing() ? MAX_LISTED : rest.size();
      List<ChildRequest> batch = rest.subList(0, Math.min(most, rest.size()));
      long startNs = System.nanoTime();
      int index = begin(batch);
      ChildProcess running = Objects.requireNonNull(child);
      // All counters share the cost of the start.
      Duration share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(batch.size());
      boolean goesOn = true;
      for (int i = 0; i < batch.size() && goesOn; i++) {
        ChildRequest request = batch.get(i);
        startNs = System.nanoTime();
        goesOn = request.follow(running, index + i, limitSeconds);
        request.cost = share.plusNanos(System.nanoTime() - startNs);
        if (request.hung) {
          hangs.merge(request.provider, 1, Integer::sum);
        }
      }
      if (!goesOn) {
        close();
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
  private static void leaveOut(List<ChildRequest> rest, String reason) {
    for (ChildRequest request : open(rest)) {
      request.end(Result.NOT_PROBED, reason);
    }
  }

  /** Leaves out a request where too many have not returned. */
  private static void leaveOutHanging(
      ChildRequest request, IdentityHashMap<ProviderHandle, Integer> hangs) {
    ProviderHandle provider = request.provider;
    int hung = request.isListing() ? hangs.size() : hangs.getOrDefault(provider, 0);
    if (request.isOpen() && hung >= MAX_HANGS) {
      if (request.isListing()) {
        request.end(Result.NOT_PROBED, ChildReasons.providersHang(MAX_HANGS));
      } else {
        request.end(Result.FAILED, ChildReasons.othersHang(MAX_HANGS, provider.type()));
      }
    }
  }

  /** Gives its outcome to a request that no child can meet. */
  private void endWithoutChild(ChildRequest request) {
    ProviderHandle provider = request.provider;
    Class<?> type = provider.loaded();
    String failure = request.isListing() ? provider.earlierFailure() : "";
    String problem = "";
    if (isNested) {
      problem = Reasons.NESTED;
    } else if (ParentConnection.isConnected()) {
      problem = ChildReasons.IN_A_CHILD;
    } else if (!failure.isEmpty()) {
      request.end(Result.FAILED, ProviderReasons.failedEarlier(failure));
    } else if (!request.isListing() && !provider.isFound() && type != null) {
      problem = whyNotRecreated(type);
    }
    if (!problem.isEmpty()) {
      request.end(Result.NOT_PROBED, problem);
    }
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

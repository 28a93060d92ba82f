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

  private final int reads;
  private final int orderedReads;

  /** A child that waits for requests; null for none. */
  private @Nullable ChildProcess child;

  /** Limits each step of a counter to so many seconds. */
  public ChildJvmIsolator(int limitSeconds) {
    this(limitSeconds, READS, ORDERED_READS);
  }

  /** Reads fewer times than a selection needs; the numbers are as in {@link ChildTask}. */
  ChildJvmIsolator(int limitSeconds, int reads, int orderedReads) {
    this.limitSeconds = limitSeconds;
    this.reads = reads;
    this.orderedReads = orderedReads;
  }

  /**
   * Asks strangers for their counters, all in one child unless one of them ends it, and tells the
   * discovery. A child that is left waits for {@link #probe} or {@link #close}.
   */
  public void list(Discovery discovery) {
    List<ProviderHandle> strangers = discovery.takeStrangers();
    Round round = new Round(strangers.stream().map(Request::ofProvider).toList());
    round.run();
    for (int i = 0; i < strangers.size(); i++) {
      ProviderHandle stranger = strangers.get(i);
      ChildOutcome outcome = round.outcomes[i];
      if (outcome.listing() != null) {
        discovery.listed(stranger, outcome.listing());
      } else if (outcome.result() == Result.NOT_PROBED) {
        discovery.reject(
            stranger, ProviderReasons.notProbed(stranger.describe(), outcome.reason()));
      } else {
        discovery.reject(stranger, ProviderReasons.failed(stranger.describe(), outcome.reason()));
      }
    }
  }

  /**
   * Gives a result for each, in the same order; never throws for anything that a counter does. No
   * child is left.
   */
  public List<IsolationResult> probe(List<Candidate> candidates) {
    try {
      Round round = new Round(candidates.stream().map(Request::of).toList());
      round.run();
      List<IsolationResult> results = new ArrayList<>();
      for (int i = 0; i < candidates.size(); i++) {
        ChildOutcome outcome = round.outcomes[i];
        results.add(
            new IsolationResult(outcome.result(), outcome.reason(), false, null, round.costs[i]));
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

  /**
   * The requests of one call, all of one sort, their outcomes so far, and which of them have none
   * yet. Ends: each child either gives at least one request an outcome, or all of the rest the
   * reason for having none.
   */
  private final class Round {
    private final List<Request> requests;
    private final ChildOutcome[] outcomes;
    private final Duration[] costs;

    /** Requests that did not return, by provider: each of them costs a limit and a child. */
    private final IdentityHashMap<ProviderHandle, Integer> hangs = new IdentityHashMap<>();

    /** Indices of those without an outcome. */
    private List<Integer> rest = new ArrayList<>();

    Round(List<Request> requests) {
      this.requests = requests;
      outcomes = new ChildOutcome[requests.size()];
      costs = new Duration[requests.size()];
    }

    void run() {
      for (int i = 0; i < outcomes.length; i++) {
        costs[i] = Duration.ZERO;
        outcomes[i] = withoutChild(requests.get(i));
        if (outcomes[i] == null) {
          rest.add(i);
        }
      }
      while (!rest.isEmpty()) {
        rest = withoutHanging(runChild());
      }
    }

    /** Makes requests of one child; returns the indices of those that it did not get to. */
    private List<Integer> runChild() {
      int done = 0;
      try {
        boolean lists = requests.get(rest.get(0)).isListing();
        List<Integer> batch =
            lists && rest.size() > MAX_LISTED ? rest.subList(0, MAX_LISTED) : rest;
        long startNs = System.nanoTime();
        int first = begin(batch.stream().map(requests::get).toList());
        ChildProcess running = Objects.requireNonNull(child);
        // All counters share the cost of the start.
        Duration share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(batch.size());
        boolean isLost = false;
        while (done < batch.size() && !isLost) {
          int index = batch.get(done);
          Request request = requests.get(index);
          startNs = System.nanoTime();
          ChildOutcome outcome = ChildOutcome.of(running, first + done, request, limitSeconds);
          costs[index] = share.plusNanos(System.nanoTime() - startNs);
          outcomes[index] = outcome;
          done++;
          if (outcome.hung()) {
            hangs.merge(request.provider(), 1, Integer::sum);
          }
          isLost = outcome.childIsLost();
        }
        if (isLost) {
          close();
        }
        return rest.subList(done, rest.size());
      } catch (IOException e) {
        close();
        return leaveOut(done, String.valueOf(e.getMessage()));
      } catch (SecurityException e) {
        return leaveOut(done, ChildReasons.forbidden(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        close();
        return leaveOut(done, ChildReasons.INTERRUPTED);
      }
    }

    /** Gives the same reason to the rest from an index of it on; nothing is left to do then. */
    private List<Integer> leaveOut(int from, String reason) {
      rest.subList(from, rest.size())
          .forEach(index -> outcomes[index] = ChildOutcome.notProbed(reason));
      return List.of();
    }

    /** Rejects the counters of providers of which too many have not returned. */
    private List<Integer> withoutHanging(List<Integer> indices) {
      List<Integer> going = new ArrayList<>();
      for (int index : indices) {
        ProviderHandle provider = requests.get(index).provider();
        boolean lists = requests.get(index).isListing();
        int hung = lists ? hangs.size() : hangs.getOrDefault(provider, 0);
        if (hung < MAX_HANGS) {
          going.add(index);
        } else if (lists) {
          outcomes[index] = ChildOutcome.notProbed(ChildReasons.providersHang(MAX_HANGS));
        } else {
          String reason = ChildReasons.othersHang(MAX_HANGS, provider.type());
          outcomes[index] = ChildOutcome.failed(reason);
        }
      }
      return going;
    }
  }

  /** Returns the outcome of a request that no child can meet; null if one can. */
  private static @Nullable ChildOutcome withoutChild(Request request) {
    ProviderHandle provider = request.provider();
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

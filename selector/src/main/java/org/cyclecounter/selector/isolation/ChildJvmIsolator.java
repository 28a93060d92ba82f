// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** The share of each request in the time that the child took to start. */
  private Duration share = Duration.ZERO;

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
   * Meets requests that are all of one sort, one after the other, in one child and in a new one
   * after each that ends it. Where no child can be had, the rest have the reason.
   */
  private void meet(List<ChildRequest> all) {
    share = Duration.ZERO; // a child that waits has started for others
    String problem = "";
    for (ChildRequest request : all) {
      endWithoutChild(request, all);
      try {
        if (request.isOpen() && problem.isEmpty()) {
          meetInChild(request, all);
        }
      } catch (IOException e) {
        problem = String.valueOf(e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        close();
        problem = ChildReasons.INTERRUPTED;
      }
      if (request.isOpen()) {
        request.end(Result.NOT_PROBED, problem);
      }
    }
  }

  /** Meets a request in the child that waits, or in a new one, which all that are open share. */
  private void meetInChild(ChildRequest request, List<ChildRequest> all)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    ChildProcess running = child;
    if (running == null) {
      running = ChildProcess.start(all, limitSeconds);
      child = running;
      int open = 0;
      for (ChildRequest other : all) {
        open += other.isOpen() ? 1 : 0;
      }
      share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(open);
      startNs = System.nanoTime();
    }
    running.send(request);
    boolean goesOn = request.follow(running, limitSeconds);
    request.cost = share.plusNanos(System.nanoTime() - startNs);
    if (!goesOn) {
      close();
    }
  }

  /**
   * Gives its outcome to a request that no child can meet, or shall meet: where too many have not
   * returned, each of which costs a limit and a child.
   */
  private void endWithoutChild(ChildRequest request, List<ChildRequest> all) {
    ProviderHandle provider = request.provider;
    Class<?> type = provider.loaded();
    boolean isListing = request.isListing();
    String failure = isListing ? provider.earlierFailure() : "";
    boolean isGiven = !isListing && !provider.isFound();
    int hung = 0;
    for (ChildRequest other : all) {
      hung += other.hung && (isListing || other.provider == provider) ? 1 : 0;
    }
    if (isNested) {
      request.end(Result.NOT_PROBED, Reasons.NESTED);
    } else if (ParentConnection.isConnected()) {
      request.end(Result.NOT_PROBED, ChildReasons.IN_A_CHILD);
    } else if (!failure.isEmpty()) {
      request.end(Result.FAILED, ProviderReasons.failedEarlier(failure));
    } else if (isGiven && type != null && !canBeCreatedAnew(type)) {
      request.end(Result.NOT_PROBED, ChildReasons.notPublic(type.getName()));
    } else if (hung >= MAX_HANGS && isListing) {
      request.end(Result.NOT_PROBED, ChildReasons.providersHang(MAX_HANGS));
    } else if (hung >= MAX_HANGS) {
      request.end(Result.FAILED, ChildReasons.othersHang(MAX_HANGS, provider.type()));
    }
  }

  /** Returns true if a child JVM can create a provider of that class. */
  private static boolean canBeCreatedAnew(Class<?> type) {
    try {
      boolean isOpen =
          type.getModule().isNamed() // then it is a service, wherever it is
              || Modifier.isPublic(type.getModifiers()) && !type.isLocalClass() && !type.isHidden();
      return isOpen && Modifier.isPublic(type.getConstructor().getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}

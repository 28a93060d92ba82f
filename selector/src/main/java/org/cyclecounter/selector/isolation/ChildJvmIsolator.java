// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.child.StartException;
import org.cyclecounter.selector.discovery.Answer;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lists strangers and rehearses counters in a separate Java process, one for all ({@link
 * SharedChild}). Where no process can be started, they are not probed, for that reason. For one
 * thread.
 */
public final class ChildJvmIsolator implements AutoCloseable {

  /** For a report: more than the limits allow. */
  private static final Duration UNLIMITED = Duration.ofDays(10_000);

  private final boolean isNested;
  private final SharedChild child;

  /**
   * Limits each step of a counter to so many seconds.
   *
   * @param isNested true for a selection begun by code that runs during another one: no child is
   *     started, whose providers might do the same without end
   * @param budget a first reading's; null for no other limits
   */
  public ChildJvmIsolator(int limitSeconds, boolean isNested, @Nullable Budget budget) {
    this.isNested = isNested;
    Budget limits = budget == null ? new Budget(UNLIMITED, UNLIMITED) : budget;
    child = new SharedChild(limitSeconds, limits);
  }

  /** For tests, which script what a child does. */
  ChildJvmIsolator(SharedChild child) {
    isNested = false;
    this.child = child;
  }

  /**
   * Asks strangers for their counters, all in one child unless one of them ends it. If there is a
   * counter, the child waits for {@link #probe} or {@link #close}, and has not confirmed the lists:
   * a rehearsal creates the provider and asks it again.
   *
   * @return an answer for each, in their order
   */
  public List<Answer> list(List<ProviderHandle> strangers) {
    List<Request> all = new ArrayList<>();
    for (ProviderHandle stranger : strangers) {
      all.add(new Request(stranger, "", 0));
    }
    serve(all);
    List<Answer> answers = new ArrayList<>();
    for (Request request : all) {
      answers.add(request.answer());
    }
    return answers;
  }

  /**
   * Rehearses counters; never throws for anything that a counter does. No child is left.
   *
   * @param worthNanos the cost of a read, in nanoseconds, above which the counter of that index
   *     cannot win; 0 for no bound
   * @return a result for each, in their order
   */
  public List<IsolationResult> probe(List<Candidate> candidates, long[] worthNanos) {
    List<Request> all = new ArrayList<>();
    for (Candidate candidate : candidates) {
      all.add(new Request(candidate.handle(), candidate.name(), worthNanos[all.size()]));
    }
    serve(all);
    List<IsolationResult> results = new ArrayList<>();
    for (Request request : all) {
      results.add(request.result());
    }
    return results;
  }

  /** Rehearses one counter that a provider lists here; for the kit. */
  public static IsolationResult rehearse(CycleCounterProvider provider, String counter) {
    List<Candidate> candidates = new ArrayList<>(Found.of(List.of(provider)).candidates());
    candidates.removeIf(candidate -> !candidate.name().equals(counter));
    ChildJvmIsolator isolator = new ChildJvmIsolator(TimeLimit.seconds(), false, null);
    return isolator.probe(candidates, new long[1]).get(0);
  }

  /** Ends a child that waits. */
  @Override
  public void close() {
    child.close();
  }

  /** Serves requests that are all of one sort; where no child can be had, they have the reason. */
  void serve(List<Request> all) {
    Rejection problem = null;
    try {
      if (isNested || ParentLink.isConnected()) {
        problem = Rejection.of(isNested ? Code.NESTED : Code.IN_A_CHILD);
      } else {
        child.run(all);
      }
    } catch (StartException e) {
      problem = e.rejection();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = Rejection.of(Code.INTERRUPTED_BEFORE);
    }
    if (problem != null) {
      List<Request> unusedNotConfirmed = child.end();
      for (Request request : all) {
        if (request.result == null) {
          request.end(Result.NOT_PROBED, problem);
        }
      }
    }
  }
}

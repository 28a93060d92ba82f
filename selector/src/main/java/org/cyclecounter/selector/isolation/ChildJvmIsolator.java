// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.ChildReasons;

/**
 * Probes counters in a separate Java process: one for all, and a new one for the rest after each
 * counter that ends it, so that a crash costs one counter. The evidence is the child's last report,
 * never its exit status. Where no process can be started, the counters are not probed, for that
 * reason.
 */
public final class ChildJvmIsolator {

  /** A JVM starts in 60 ms on an idle machine; this is for one that swaps. */
  private static final long START_LIMIT_MS = 20_000;

  /** The counters of one provider that may use up their time limit before the rest is left out. */
  private static final int MAX_HANGS = 10;

  /** More than all that a selection reads of a counter in its process and native children. */
  private static final int READS = 100_000;

  /** The same for {@code startTicks()} and {@code stopTicks()}, each. */
  private static final int ORDERED_READS = 2_000;

  /** For each step of a counter, not for the child. */
  private final int limitSeconds;

  private final int reads;
  private final int orderedReads;

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

  /** Gives a result for each, in the same order; never throws for anything that a counter does. */
  public List<IsolationResult> probe(List<Candidate> candidates) {
    return new Round(candidates).run();
  }

  /**
   * The candidates of one call, their results so far, and which of them have none yet. Ends: each
   * child either gives at least one counter a result, or all of the rest the reason for having
   * none.
   */
  private final class Round {
    private final List<Candidate> candidates;
    private final IsolationResult[] results;

    /** Counters that did not return, by provider: each of them costs a limit and a child. */
    private final Map<Class<?>, Integer> hangs = new HashMap<>();

    /** Indices of those without a result. */
    private List<Integer> rest = new ArrayList<>();

    Round(List<Candidate> candidates) {
      this.candidates = candidates;
      this.results = new IsolationResult[candidates.size()];
    }

    List<IsolationResult> run() {
      for (int i = 0; i < results.length; i++) {
        String problem =
            ParentConnection.isConnected()
                ? ChildReasons.IN_A_CHILD
                : whyNotRecreated(candidates.get(i));
        if (problem.isEmpty()) {
          rest.add(i);
        } else {
          results[i] = IsolationResult.notProbed(problem);
        }
      }
      while (!rest.isEmpty()) {
        rest = withoutHanging(runChild());
      }
      return List.of(results);
    }

    /** Runs one child; returns the indices of the counters that it did not get to. */
    private List<Integer> runChild() {
      int done = 0;
      long startNs = System.nanoTime();
      List<Candidate> probed = rest.stream().map(candidates::get).toList();
      try (ChildProcess child = new ChildProcess(probed, limitSeconds, reads, orderedReads)) {
        if (child.next(START_LIMIT_MS).isEmpty()) {
          String end = child.hangs() ? ChildReasons.NOT_BEGUN : child.end();
          return leaveOut(0, ChildReasons.notReady(end, child.complaint()));
        }
        // All counters share the cost of the start.
        Duration share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(rest.size());
        while (done < rest.size()) {
          int index = rest.get(done);
          startNs = System.nanoTime();
          ChildOutcome outcome = ChildOutcome.of(child, done, limitSeconds);
          Duration cost = share.plusNanos(System.nanoTime() - startNs);
          results[index] = result(outcome.result(), outcome.reason(), cost);
          done++;
          if (outcome.hung()) {
            hangs.merge(candidates.get(index).provider().getClass(), 1, Integer::sum);
          }
          if (outcome.childIsLost()) {
            return rest.subList(done, rest.size());
          }
        }
        return List.of();
      } catch (IOException e) {
        return leaveOut(done, ChildReasons.NO_PROCESS + e.getMessage());
      } catch (SecurityException e) {
        return leaveOut(done, ChildReasons.forbidden(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return leaveOut(done, ChildReasons.INTERRUPTED);
      }
    }

    /** Gives the same reason to the rest from an index of it on; nothing is left to do then. */
    private List<Integer> leaveOut(int from, String reason) {
      rest.subList(from, rest.size())
          .forEach(index -> results[index] = IsolationResult.notProbed(reason));
      return List.of();
    }

    /** Rejects the counters of providers of which too many have not returned. */
    private List<Integer> withoutHanging(List<Integer> indices) {
      List<Integer> going = new ArrayList<>();
      for (int index : indices) {
        Class<?> provider = candidates.get(index).provider().getClass();
        if (hangs.getOrDefault(provider, 0) < MAX_HANGS) {
          going.add(index);
        } else {
          String reason = ChildReasons.othersHang(MAX_HANGS, provider.getName());
          results[index] = result(Result.FAILED, reason, Duration.ZERO);
        }
      }
      return going;
    }
  }

  private static IsolationResult result(Result result, String reason, Duration cost) {
    return new IsolationResult(result, reason, false, null, cost);
  }

  /** Returns why a child JVM cannot create the candidate's provider anew; empty if it can. */
  private static String whyNotRecreated(Candidate candidate) {
    Class<?> type = candidate.provider().getClass();
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

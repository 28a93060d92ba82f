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
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.ChildReasons;

/**
 * Tries counters in a Java process of its own: one for all, and a new one for the rest after each
 * that took it down, so that a crash costs one counter. The evidence is what the child said last,
 * never its exit status. Where no process can be started, the counters are not probed, for that
 * reason.
 */
public final class ChildJvmIsolator {

  private static final long START_LIMIT_MS = 20_000;

  /** How many counters of one provider may be waited for in vain. */
  private static final int MAX_HANGS = 10;

  /** More than all that a selection reads of a counter in its process and native children. */
  private static final int READS = 100_000;

  private static final int ORDERED_READS = 2_000;

  private final int reads;
  private final int orderedReads;

  public ChildJvmIsolator() {
    this(READS, ORDERED_READS);
  }

  /**
   * With the time limit of {@link TimeLimit#seconds()} for each step of a counter.
   *
   * @param reads how often {@code ticks()} is called, fewer times if that takes a quarter of the
   *     limit
   * @param orderedReads how often {@code startTicks()} and {@code stopTicks()} are called, fewer
   *     times if all reads take half of the limit
   */
  public ChildJvmIsolator(int reads, int orderedReads) {
    this.reads = reads;
    this.orderedReads = orderedReads;
  }

  /** An outcome for each, in the same order; never throws for anything that a counter does. */
  public List<IsolationResult> tryAll(List<Candidate> candidates) {
    return new Round(candidates).run();
  }

  /** One call: the candidates, what came of them, and who is left. */
  private final class Round {
    private final List<Candidate> candidates;
    private final IsolationResult[] outcomes;
    private final Map<Class<?>, Integer> hangs = new HashMap<>();
    private List<Integer> rest = new ArrayList<>();

    Round(List<Candidate> candidates) {
      this.candidates = candidates;
      this.outcomes = new IsolationResult[candidates.size()];
    }

    List<IsolationResult> run() {
      for (int i = 0; i < outcomes.length; i++) {
        String problem =
            ChildPipe.isConnected() ? ChildReasons.IN_A_CHILD : whyNotRecreated(candidates.get(i));
        if (problem.isEmpty()) {
          rest.add(i);
        } else {
          outcomes[i] = outcome(Result.NOT_PROBED, problem, Duration.ZERO);
        }
      }
      while (!rest.isEmpty()) {
        rest = withoutHanging(runChild());
      }
      return List.of(outcomes);
    }

    /** Runs one child; gives the counters that it did not get to. */
    private List<Integer> runChild() {
      int done = 0;
      long startNs = System.nanoTime();
      try (ChildProcess child =
          new ChildProcess(rest.stream().map(candidates::get).toList(), reads, orderedReads)) {
        if (child.next(START_LIMIT_MS).isEmpty()) {
          String end = child.hangs() ? ChildReasons.NOT_BEGUN : child.end();
          return leaveOut(0, ChildReasons.notReady(end, child.complaint()));
        }
        // The start is everybody's.
        Duration share = Duration.ofNanos(System.nanoTime() - startNs).dividedBy(rest.size());
        while (done < rest.size()) {
          int place = rest.get(done);
          startNs = System.nanoTime();
          ChildOutcome ending = ChildOutcome.of(child, done);
          Duration cost = share.plusNanos(System.nanoTime() - startNs);
          outcomes[place] = outcome(ending.result(), ending.reason(), cost);
          done++;
          if (ending.hung()) {
            hangs.merge(candidates.get(place).provider().getClass(), 1, Integer::sum);
          }
          if (ending.childIsLost()) {
            return rest.subList(done, rest.size());
          }
        }
        return List.of();
      } catch (IOException e) {
        return leaveOut(done, ChildReasons.noProcess(e.getMessage()));
      } catch (SecurityException e) {
        return leaveOut(done, ChildReasons.forbidden(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return leaveOut(done, ChildReasons.INTERRUPTED);
      }
    }

    private List<Integer> leaveOut(int from, String reason) {
      for (int place : rest.subList(from, rest.size())) {
        outcomes[place] = outcome(Result.NOT_PROBED, reason, Duration.ZERO);
      }
      return List.of();
    }

    private List<Integer> withoutHanging(List<Integer> places) {
      List<Integer> going = new ArrayList<>();
      for (int place : places) {
        Class<?> provider = candidates.get(place).provider().getClass();
        if (hangs.getOrDefault(provider, 0) < MAX_HANGS) {
          going.add(place);
        } else {
          String reason = ChildReasons.othersHang(MAX_HANGS, provider.getName());
          outcomes[place] = outcome(Result.FAILED, reason, Duration.ZERO);
        }
      }
      return going;
    }
  }

  private static IsolationResult outcome(Result result, String reason, Duration cost) {
    return new IsolationResult(result, reason, IsolationResult.Way.CHILD_JVM, null, cost);
  }

  private static String whyNotRecreated(Candidate candidate) {
    Class<?> type = candidate.provider().getClass();
    try {
      boolean named = type.getModule().isNamed();
      boolean open =
          named
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

package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.Protocol.Step;

/**
 * Tries counters in a Java process of its own: one for all, and a new one for the rest after each
 * that took it down, so that a crash costs one counter. The evidence is what the child said last,
 * never its exit status. Where no process can be started, the counters are rejected with that
 * reason.
 */
public final class ChildJvmIsolator implements Isolator {

  private static final long START_LIMIT_MS = 20_000;

  private final long stepLimitMs;

  /** With 5 s for each step of a counter. */
  public ChildJvmIsolator() {
    this(5_000);
  }

  ChildJvmIsolator(long stepLimitMs) {
    this.stepLimitMs = stepLimitMs;
  }

  @Override
  public List<Outcome> tryAll(List<Candidate> candidates) {
    Outcome[] outcomes = new Outcome[candidates.size()];
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      String problem = whyNotRecreated(candidates.get(i));
      if (problem.isEmpty()) {
        rest.add(i);
      } else {
        outcomes[i] = new Outcome(false, problem, Duration.ZERO);
      }
    }
    while (!rest.isEmpty()) {
      rest = runChild(candidates, rest, outcomes);
    }
    return List.of(outcomes);
  }

  /** Runs one child; gives the counters that it did not get to. */
  private List<Integer> runChild(
      List<Candidate> candidates, List<Integer> places, Outcome[] outcomes) {
    int done = 0;
    long startNs = System.nanoTime();
    try (ChildProcess child = new ChildProcess(places.stream().map(candidates::get).toList())) {
      Optional<Protocol> ready = child.next(START_LIMIT_MS);
      if (ready.isEmpty()) {
        String end = child.hangs() ? "it did not begin in time" : child.end();
        return rejectRest(
            places, 0, outcomes, "it may crash, and the process to try it in failed: " + end);
      }
      while (done < places.size()) {
        Outcome outcome = follow(child, done, startNs);
        outcomes[places.get(done)] = outcome;
        done++;
        startNs = System.nanoTime();
        if (outcome.reason().startsWith(Outcome.DIED)) {
          return places.subList(done, places.size());
        }
      }
      return List.of();
    } catch (IOException e) {
      return rejectRest(
          places,
          done,
          outcomes,
          "it may crash, and no process can be started to try it in: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return rejectRest(places, done, outcomes, "interrupted before it was tried");
    }
  }

  /** Follows one counter to its verdict or the child's end. */
  private Outcome follow(ChildProcess child, int index, long startNs) throws InterruptedException {
    Step last = Step.READY;
    while (true) {
      Optional<Protocol> report = child.next(stepLimitMs);
      Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
      if (report.isEmpty()) {
        String when =
            switch (last) {
              case READING -> "while it was read";
              case CLOSING -> "while it was closed";
              default -> "while it was opened";
            };
        if (child.hangs()) {
          return new Outcome(
              false, Outcome.DIED + "did not return within " + stepLimitMs + " ms " + when, cost);
        }
        return new Outcome(
            false, Outcome.DIED + "ended that process " + when + ": " + child.end(), cost);
      }
      if (report.get().index() != index) {
        continue;
      }
      last = report.get().step();
      if (last == Step.PASSED) {
        return new Outcome(true, "", cost);
      }
      if (last == Step.FAILED) {
        return new Outcome(false, report.get().text(), cost);
      }
    }
  }

  private static List<Integer> rejectRest(
      List<Integer> places, int from, Outcome[] outcomes, String reason) {
    for (int place : places.subList(from, places.size())) {
      outcomes[place] = new Outcome(false, reason, Duration.ZERO);
    }
    return List.of();
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
    return "it may crash, and another process cannot make its provider "
        + type.getName()
        + ", which must be a public class with a public constructor without parameters";
  }
}

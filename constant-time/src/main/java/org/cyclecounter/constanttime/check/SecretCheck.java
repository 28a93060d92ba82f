// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;

/**
 * A check of one operation by some methods, the quickest first, each in a child JVM.
 *
 * @param secretBytes the length of the secret
 * @param operation the name of its class; empty to try the methods only
 * @param classPath folders and JARs to search in addition to this process's class path and module
 *     path; may be empty
 * @param methods empty for all that are available here
 * @param compiler the compiler whose code is judged
 * @param accepted methods whose results are public by intent, CLASS.METHOD or CLASS#METHOD
 * @param limit the processor time of all child JVMs
 * @param phases receives the phase of the child JVM, for each method
 */
public record SecretCheck(
    int secretBytes,
    String operation,
    String classPath,
    Set<Method> methods,
    Compiler compiler,
    Set<String> accepted,
    Duration limit,
    PhaseListener phases) {

  /** The processor time that a check may take, unless set. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String NOT_STARTED = "was not started: ";

  private static final String NOT_READ =
      "the secret was not read in the judged runs: let the thread that calls run read it in each"
          + " call, keep no copy, and return what depends on it";

  /** The results of the self-tests in this process. */
  private static final Map<Method, String> OBSTACLES = new EnumMap<>(Method.class);

  /** Copies the accepted methods, as CLASS.METHOD. */
  public SecretCheck {
    accepted = Accepted.normalized(accepted);
  }

  /** Returns a check by all methods, of C2's code. */
  public static SecretCheck of(int secretBytes, String operation) {
    return new SecretCheck(
        secretBytes, operation, "", Set.of(), Compiler.C2, Set.of(), LIMIT, PhaseListener.NONE);
  }

  /** Returns the same check by other methods, of a compiler's code, and with another limit. */
  public SecretCheck with(
      Set<Method> methods, Compiler compiler, Set<String> accepted, Duration limit) {
    return new SecretCheck(
        secretBytes, operation, classPath, methods, compiler, accepted, limit, phases);
  }

  /** Returns why a method is not available here, one sentence; empty if it is. */
  public static String obstacle(Method method) {
    synchronized (OBSTACLES) {
      String obstacle = OBSTACLES.get(method);
      if (obstacle == null) {
        obstacle = tried(method);
        if (!Thread.currentThread().isInterrupted()) { // else of this call only
          OBSTACLES.put(method, obstacle);
        }
      }
      return obstacle;
    }
  }

  private static String tried(Method method) {
    try {
      Detection detection = SecretChild.judge(of(1, ""), method, LIMIT).detection();
      return detection.isDecided() ? "" : detection.remark();
    } catch (CountFailure e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Returns a sentence for an accepted name of no method; empty if there is none. */
  public String problem(ClassLoader loader) {
    return Accepted.problem(accepted, loader);
  }

  /**
   * Checks.
   *
   * @throws CountFailure if there is no such operation, it throws or changes its secret, or it runs
   *     no code of a method that is accepted
   */
  public SecretReport check() throws CountFailure {
    return check((method, share) -> SecretChild.judge(this, method, share));
  }

  /** A detection, and the processor time that it took. */
  record Judged(Detection detection, Duration used) {}

  /** A method's detection of the operation, in its share of the time. */
  interface Judging {
    Judged of(Method method, Duration share) throws CountFailure;
  }

  SecretReport check(Judging judging) throws CountFailure {
    Map<Method, Detection> detections = detections(judging);
    List<Place> places = new ArrayList<>();
    Set<Method> finished = EnumSet.noneOf(Method.class);
    List<String> java = new ArrayList<>(List.of(Conditions.ofMachine(), "compiler " + compiler));
    long notJudged = Long.MAX_VALUE;
    boolean isMissing = false;
    Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
    for (Map.Entry<Method, Detection> entry : detections.entrySet()) {
      Method method = entry.getKey();
      Detection detection = entry.getValue();
      places.addAll(detection.places());
      if (detection.isDecided()) {
        finished.add(method);
        notJudged = Math.min(notJudged, detection.notJudged()); // time judges no instruction
        if (method != Method.TIMING) { // which cannot say what was read
          verdicts.add(detection.verdict());
        }
      } else {
        isMissing |= detection.verdict() == Verdict.UNDECIDED || !methods.isEmpty();
      }
      if (!detection.remark().isEmpty()) {
        String colon = detection.remark().startsWith(NOT_STARTED) ? " " : ": ";
        java.add(method + colon + detection.remark().replaceFirst("\\.$", "")); // a clause
      }
    }
    boolean isNotRead = verdicts.equals(Set.of(Verdict.NOT_READ));
    if (isNotRead) {
      java.add(NOT_READ);
    }
    boolean isUndecided = finished.isEmpty() || isMissing || isNotRead;
    Conclusion seen = isUndecided ? Conclusion.UNDECIDED : Conclusion.NO_DEPENDENCE_SEEN;
    return new SecretReport(
        places.isEmpty() ? seen : Conclusion.DEPENDS,
        places,
        finished,
        notJudged,
        String.join("; ", java));
  }

  /** Gives each method an equal part of the time that those before it have left. */
  private Map<Method, Detection> detections(Judging judging) throws CountFailure {
    Map<Method, Detection> detections = new EnumMap<>(Method.class);
    Duration left = limit;
    List<Method> before = new ArrayList<>();
    List<Method> quickestFirst = new ArrayList<>(EnumSet.allOf(Method.class));
    Collections.reverse(quickestFirst);
    quickestFirst.removeIf(method -> !methods.isEmpty() && !methods.contains(method));
    for (Method method : quickestFirst) {
      if (left.isNegative() || left.isZero()) {
        String took = before.stream().map(Method::name).collect(Collectors.joining(" and "));
        String all = " took all " + limit.toMillis() / 1000.0 + " s";
        detections.put(method, Detection.undecided(NOT_STARTED + took + all));
        continue;
      }
      Judged judged = judging.of(method, left.dividedBy(quickestFirst.size() - before.size()));
      if (!judged.detection().unmatched().isEmpty()) {
        throw new CountFailure(
            "The accepted method '%s' matches nothing: %s runs no code of it.",
            judged.detection().unmatched(), operation);
      }
      detections.put(method, judged.detection());
      left = left.minus(judged.used());
      before.add(method);
    }
    return detections;
  }
}

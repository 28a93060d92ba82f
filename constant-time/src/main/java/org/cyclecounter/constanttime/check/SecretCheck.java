// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;

/**
 * A check of one operation by some methods, one after the other, each in a child JVM.
 *
 * @param secretBytes the length of the secret
 * @param operation the name of its class; empty to try the methods only
 * @param classPath folders and JARs to search in addition to this process's class path and module
 *     path; may be empty
 * @param methods empty for all that are available here
 * @param compiler the compiler whose code is judged
 * @param accepted methods whose results are public by intent, CLASS.METHOD or CLASS#METHOD
 * @param limit for everything
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

  /** The time that a check may take, unless set. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

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
      Detection detection = SecretChild.judge(of(1, ""), method, LIMIT);
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
    return check((method, left) -> SecretChild.judge(this, method, left));
  }

  /** A method's detection of the operation, in the time that is left. */
  interface Judging {
    Detection of(Method method, Duration left) throws CountFailure;
  }

  SecretReport check(Judging judging) throws CountFailure {
    long endNs = System.nanoTime() + limit.toNanos();
    List<Place> places = new ArrayList<>();
    Set<Method> finished = EnumSet.noneOf(Method.class);
    List<String> java = new ArrayList<>(List.of(Conditions.ofMachine(), "compiler " + compiler));
    long notJudged = Long.MAX_VALUE;
    for (Method method : methods.isEmpty() ? EnumSet.allOf(Method.class) : methods) {
      Duration left = Duration.ofNanos(Math.max(1, endNs - System.nanoTime()));
      Detection detection = judging.of(method, left);
      if (!detection.unmatched().isEmpty()) {
        throw new CountFailure(
            "The accepted method '%s' matches nothing: %s runs no code of it.",
            detection.unmatched(), operation);
      }
      places.addAll(detection.places());
      if (detection.isDecided()) {
        finished.add(method);
        notJudged = Math.min(notJudged, detection.notJudged()); // time judges no instruction
      }
      if (!detection.remark().isEmpty()) {
        java.add(method + ": " + detection.remark().replaceFirst("\\.$", "")); // a clause
      }
    }
    Conclusion seen = finished.isEmpty() ? Conclusion.UNDECIDED : Conclusion.NO_DEPENDENCE_SEEN;
    return new SecretReport(
        places.isEmpty() ? seen : Conclusion.DEPENDS,
        places,
        finished,
        notJudged == Long.MAX_VALUE ? 0 : notJudged,
        String.join("; ", java));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.cyclecounter.trace.child.Conditions;
import org.cyclecounter.trace.child.CountFailure;

/**
 * A check of one operation by some methods, one after the other, each in a child JVM.
 *
 * @param secretBytes the length of the secret
 * @param operation the name of its class
 * @param classPath where it is beside this process's class path and module path; empty for nowhere
 * @param techniques the methods; empty for all that can be had here
 * @param isC1 true to judge C1's code instead of C2's
 * @param accepted class and method of what is public by intent
 * @param limit for everything
 * @param progress hears, for each method, hundredths of the warm-up, and then 100 more in those of
 *     the checked runs; on a thread that reads from the child JVM
 */
public record SecretCheck(
    int secretBytes,
    String operation,
    String classPath,
    Set<Technique> techniques,
    boolean isC1,
    Set<String> accepted,
    Duration limit,
    IntConsumer progress) {

  /** The time that a check may take, unless set. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  /** The results of the self-tests in this process. */
  private static final Map<Technique, String> OBSTACLES = new LinkedHashMap<>();

  /** Returns a check by all methods, of C2's code. */
  public static SecretCheck of(int secretBytes, String operation) {
    return new SecretCheck(
        secretBytes, operation, "", Set.of(), false, Set.of(), LIMIT, hundredths -> {});
  }

  /** Returns the same check by other methods, of C1's or C2's code, and with another limit. */
  public SecretCheck with(
      Set<Technique> techniques, boolean isC1, Set<String> accepted, Duration limit) {
    return new SecretCheck(
        secretBytes, operation, classPath, techniques, isC1, accepted, limit, progress);
  }

  /** Returns why a method cannot be had here, one sentence; empty if it can. */
  public static String obstacle(Technique technique) {
    synchronized (OBSTACLES) {
      return OBSTACLES.computeIfAbsent(technique, t -> new SecretChild(t, false).obstacle(LIMIT));
    }
  }

  /**
   * Checks.
   *
   * @throws CountFailure if there is no such operation, or it throws or changes its secret
   */
  public Checked check() throws CountFailure {
    long endNs = System.nanoTime() + limit.toNanos();
    List<Finding> findings = new ArrayList<>();
    Set<Technique> finished = EnumSet.noneOf(Technique.class);
    StringBuilder java =
        new StringBuilder(Conditions.ofMachine()).append("; compiler ").append(isC1 ? "C1" : "C2");
    long notJudged = Long.MAX_VALUE;
    for (Technique technique : techniques.isEmpty() ? EnumSet.allOf(Technique.class) : techniques) {
      Judgement judgement = new SecretChild(technique, isC1).judge(this, endNs);
      judgement.findings().stream()
          .filter(finding -> !finding.isAcceptedBy(accepted))
          .forEach(findings::add);
      if (judgement.undecided().isEmpty()) {
        finished.add(technique);
        notJudged = Math.min(notJudged, judgement.notJudged()); // time judges no instruction
      } else {
        java.append("; ").append(technique).append(": ").append(judgement.undecided());
      }
      if (!judgement.remark().isEmpty()) {
        java.append("; ").append(technique).append(": ").append(judgement.remark());
      }
    }
    return new Checked(
        List.copyOf(findings),
        finished,
        notJudged == Long.MAX_VALUE ? 0 : notJudged,
        java.toString());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** Names the instructions at which paths differ, and says what that means. */
final class PathPlaces {

  private static final StackTraceElement UNKNOWN = new StackTraceElement("", "unknown", null, -2);

  private final long[] places;
  private final Set<String> accepted;
  private final Map<Long, List<StackTraceElement>> stacks;

  /**
   * Takes the instructions of a run, each with its count behind it, and further ones.
   *
   * @param others differences of other runs
   */
  PathPlaces(long[] places, Set<Long> others, Set<String> accepted) {
    this.places = places.clone();
    this.accepted = accepted;
    stacks =
        Stacks.of(
            LongStream.concat(
                LongStream.range(0, places.length / 2).map(i -> places[(int) (2 * i)]),
                others.stream().mapToLong(Difference::pc)));
  }

  /**
   * Judges.
   *
   * @param confirmed differences between secrets
   * @param unstable differences between runs with the same secret
   * @param passedOver instructions that were not compared
   */
  Judgement judgement(Set<Long> confirmed, Set<Long> unstable, long passedOver) {
    Set<Finding> findings = new LinkedHashSet<>(); // a line has several instructions
    String undecided = "";
    for (long difference : confirmed) {
      Difference kind = Difference.of(difference);
      Finding finding = finding(kind == Difference.NOT_MET ? Difference.BRANCH : kind, difference);
      if (kind == Difference.NOT_MET) {
        if (finding.isIn(accepted) || isInterpreted(difference)) {
          undecided = "paths part at " + at(finding) + " and do not meet again";
        }
      } else if (!isInterpreted(difference)) {
        findings.add(finding);
      }
    }
    for (long difference : unstable) {
      if (Difference.of(difference).isOfPath() && !isInterpreted(difference)) {
        Finding finding = finding(Difference.BRANCH, difference);
        undecided = "runs with the same secret differ behind " + at(finding);
      }
    }
    return new Judgement(List.copyOf(findings), passedOver + unjudged(unstable), undecided, "");
  }

  private Finding finding(Difference kind, long difference) {
    return new Finding(
        Technique.PATHS, Finding.Kind.valueOf(kind.name()), stack(Difference.pc(difference)));
  }

  private List<StackTraceElement> stack(long pc) {
    List<StackTraceElement> stack = stacks.getOrDefault(pc, List.of());
    return stack.isEmpty() ? List.of(UNKNOWN) : stack;
  }

  private static String at(Finding finding) {
    return finding.stack().get(0).toString();
  }

  private boolean isInterpreted(long difference) {
    StackTraceElement line = stack(Difference.pc(difference)).get(0);
    return line.getClassName().isEmpty() && line.getMethodName().equals("Interpreter");
  }

  /** Counts the instructions of the run that were interpreted or are unstable. */
  private long unjudged(Set<Long> unstable) {
    Set<Long> pcs = new HashSet<>();
    unstable.forEach(difference -> pcs.add(Difference.pc(difference)));
    long count = 0;
    for (int i = 0; i < places.length; i += 2) {
      if (isInterpreted(places[i]) || pcs.contains(places[i])) {
        count += places[i + 1];
      }
    }
    return count;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Names the instructions at which paths differ, and says what that means. */
final class PathPlaces {

  private static final StackTraceElement UNKNOWN = new StackTraceElement("", "unknown", null, -2);

  private final long[] places;
  private final Map<Long, List<StackTraceElement>> stacks;

  /**
   * Takes the instructions of a run, each with its count behind it, and differences, whose
   * instructions may be others.
   */
  PathPlaces(long[] places, Set<Long> confirmed, Set<Long> unstable) {
    this.places = places.clone();
    LongStream.Builder pcs = LongStream.builder();
    IntStream.range(0, places.length / 2).forEach(i -> pcs.add(places[2 * i]));
    confirmed.forEach(difference -> pcs.add(Recorder.pc(difference)));
    unstable.forEach(difference -> pcs.add(Recorder.pc(difference)));
    stacks = Stacks.of(pcs.build());
  }

  /**
   * Judges.
   *
   * @param confirmed differences between secrets
   * @param unstable differences between runs with the same secret
   * @param passedOver instructions that were not compared
   */
  Judgement judgement(
      Set<Long> confirmed, Set<Long> unstable, Set<String> accepted, long passedOver) {
    Set<Finding> findings = new LinkedHashSet<>(); // a line has several instructions
    String undecided = "";
    for (long difference : confirmed) {
      List<StackTraceElement> stack = stack(Recorder.pc(difference));
      Finding finding = new Finding(Technique.PATHS, Recorder.kind(difference), stack);
      boolean isJudged = !Stacks.isInterpreted(stack) && !finding.isAcceptedBy(accepted);
      if (finding.kind() != Finding.Kind.TIME && !Stacks.isInterpreted(stack)) {
        findings.add(finding);
      } else if (finding.kind() == Finding.Kind.TIME && !isJudged) {
        undecided = "paths part at " + stack.get(0) + " and do not meet again";
      }
    }
    for (long difference : unstable) {
      List<StackTraceElement> stack = stack(Recorder.pc(difference));
      if (Recorder.isOfPath(difference) && !Stacks.isInterpreted(stack)) {
        undecided = "runs with the same secret differ behind " + stack.get(0);
      }
    }
    return new Judgement(List.copyOf(findings), passedOver + notJudged(unstable), undecided, "");
  }

  private List<StackTraceElement> stack(long pc) {
    List<StackTraceElement> stack = stacks.getOrDefault(pc, List.of());
    return stack.isEmpty() ? List.of(UNKNOWN) : stack;
  }

  /** Counts the instructions of the run that were interpreted or are unstable. */
  private long notJudged(Set<Long> unstable) {
    Set<Long> pcs = new HashSet<>();
    unstable.forEach(difference -> pcs.add(Recorder.pc(difference)));
    return IntStream.range(0, places.length / 2)
        .filter(i -> pcs.contains(places[2 * i]) || Stacks.isInterpreted(stack(places[2 * i])))
        .mapToLong(i -> places[2 * i + 1])
        .sum();
  }
}

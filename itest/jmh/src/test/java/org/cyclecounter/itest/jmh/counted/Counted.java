// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.Benchmarks;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.CountPlan;
import org.cyclecounter.trace.child.Counting;
import org.cyclecounter.trace.child.Phases;
import org.cyclecounter.trace.child.Target;

/** Counts benchmarks of this package in one JVM each. */
final class Counted {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static List<Target> all = List.of();

  private Counted() {}

  /** Returns the benchmarks whose names match; one JVM lists all. */
  static synchronized List<Target> targets(String expression) throws CountFailure {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    if (all.isEmpty()) {
      all = Benchmarks.list("", List.of(Pattern.compile("\\.counted\\.")), LIMIT);
    }
    Pattern name = Pattern.compile(expression);
    return all.stream().filter(target -> name.matcher(target.name()).find()).toList();
  }

  static InstructionCount count(Target target) throws CountFailure {
    return count(target, LIMIT);
  }

  static InstructionCount count(Target target, Duration limit) throws CountFailure {
    return new Counting(target, new CountPlan(6_000, 1, limit, false, false), Phases.NONE).count();
  }

  /** Counts the one benchmark of this name. */
  static InstructionCount count(String name) throws CountFailure {
    return count(targets("\\.counted\\." + Pattern.quote(name) + "$").get(0));
  }
}

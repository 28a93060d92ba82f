// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts of JMH's benchmarks: of their own code, with the states that JMH gives to them. */
class BenchmarksTest {

  private static InstructionCount ofItsOwnCode(Target target) throws CountFailure {
    InstructionCount count = Counted.count(target);
    assertThat(count.isRepeatable()).as("%s: %s", target.name(), count).isTrue();
    assertThat(count.instructions()).as(target.name()).isPositive();
    assertThat(count.lines())
        .as(target.name())
        .extracting(line -> line.line().toString())
        .noneMatch(line -> line.contains("jmh_generated") || line.contains("InfraControl"))
        .noneMatch(line -> line.contains(".copy(Twenty") || line.contains(".begin(Twenty"))
        .noneMatch(line -> line.contains("Operations.align"));
    return count;
  }

  @Test
  @Tag("long")
  void countsEveryKindOfBenchmark() throws CountFailure {
    List<Target> all = Counted.targets("\\.counted\\.Twenty\\.");
    assertThat(all).hasSizeGreaterThan(30);
    for (Target target : all) {
      InstructionCount unused = ofItsOwnCode(target);
    }
  }

  @Test
  void doesNotCountFixtureOfEachCall() throws CountFailure {
    Target target = Counted.targets("Twenty.invocationFixture").get(0);
    assertThat(ofItsOwnCode(target).instructions()).isLessThan(50_000); // the fixture has twice
  }

  @Test
  @Tag("long")
  void findsBenchmarksOfSuperclasses() throws CountFailure {
    assertThat(Counted.count("Twenty.Sub.inherited").lines())
        .extracting(line -> line.line().getMethodName())
        .contains("inherited", "value");
  }

  @Test
  void listsEachCombinationOfParameters() throws CountFailure {
    assertThat(Counted.targets("Twenty.trialFixture"))
        .extracting(target -> target.name().replaceFirst(".*Twenty.", ""))
        .containsExactly(
            "trialFixtureAndParameters kind=odd size=10",
            "trialFixtureAndParameters kind=odd size=100",
            "trialFixtureAndParameters kind=even size=10",
            "trialFixtureAndParameters kind=even size=100");
  }

  @Test
  @Tag("long")
  void countsEachCombinationOfParameters() throws CountFailure {
    List<Target> all = Counted.targets("Twenty.trialFixture");
    assertThat(Counted.count(all.get(1)).instructions())
        .isGreaterThan(5 * Counted.count(all.get(0)).instructions());
  }

  @Test
  void givesEachArgumentItsOwnState() throws CountFailure {
    long oneOrder = Counted.count("TwoStates.sameOrder").instructions();
    long otherOrder = Counted.count("TwoStates.otherOrder").instructions();
    assertThat(Math.max(oneOrder, otherOrder)).isGreaterThan(3 * Math.min(oneOrder, otherOrder));
  }

  @Test
  void takesOptionsAndOperationsOfTheBenchmark() throws CountFailure {
    Target options = Counted.targets("Twenty.ofOptions").get(0);
    assertThat(options.program().options())
        .contains("-DTwenty.x=42", "-Xmx2g", "-XX:+UseSerialGC")
        .doesNotContain("-XX:+UseG1GC");
    assertThat(Counted.count(options).conditions())
        .endsWith("; JMH 1.37, compiler Blackholes")
        .doesNotContain("options " + Integer.toHexString(other().hashCode()));
    assertThat(Counted.targets("Twenty.tenOperations").get(0).operations()).isEqualTo(10);
  }

  private static List<String> other() throws CountFailure {
    return Counted.targets("Twenty.empty").get(0).program().options();
  }
}

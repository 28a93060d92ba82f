// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.Baseline;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.count.Benchmarks;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts of JMH's benchmarks: of their own code, with the states that JMH gives to them, or refused
 * with one sentence. One JVM lists them, and one counts each.
 */
class BenchmarksTest {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static List<Target> all;

  @BeforeAll
  static void list() throws CountFailure {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    all = Benchmarks.list("", List.of(Pattern.compile("\\.counted\\.")), LIMIT);
  }

  private static List<Target> targets(String expression) {
    Pattern name = Pattern.compile(expression);
    return all.stream().filter(target -> name.matcher(target.name()).find()).toList();
  }

  /** Returns the one benchmark of this name, or the first with parameters. */
  private static Target target(String name) {
    return targets("\\.counted\\." + Pattern.quote(name) + "( |$)").get(0);
  }

  private static InstructionCount count(Target target, Duration limit) throws CountFailure {
    return new Counting(target, new CountPlan(6_000, 1, limit, false, false), PhaseListener.NONE)
        .count();
  }

  private static InstructionCount count(String name) throws CountFailure {
    return count(target(name), LIMIT);
  }

  @Test
  void comparesBenchmarkWithBaseline(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("baseline.txt");
    InstructionCount count = count("Twenty.tenOperations");
    assertThat(count.isRepeatable()).as(count.toString()).isTrue();
    assertThat(count.lines())
        .extracting(counted -> counted.line().getMethodName())
        .contains("tenOperations");
    write(Baseline.of(file), "roots", count);
    assertThat(Baseline.of(file).compare("roots", count)).isEmpty();
    String written = Files.readString(file);
    String sum = count.instructions() + " instructions";
    assertThat(written).containsOnlyOnce(sum);
    String less = count.instructions() - 1 + "";
    Files.writeString(file, written.replace(sum, less + " instructions"));
    assertThat(Baseline.of(file).compare("roots", count).orElseThrow())
        .contains(less, count.instructions() + "");
  }

  /** A benchmark's first parameters, or operations: some calls' work is a hundred times as much. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Amortised.call kind=",
        "Amortised$",
      })
  @Tag("gate")
  void seesWhatSomeCallsAloneDo(String prefix, @TempDir Path folder) throws Exception {
    Baseline baseline = Baseline.of(folder.resolve("baseline.txt"));
    for (String kind : List.of("Buffer", "Batch", "Cache", "Growing", "Range")) {
      InstructionCount cheap = count(amortised(prefix + kind), LIMIT);
      InstructionCount dear = count(amortised(prefix + "Dear" + kind), LIMIT);
      assertThat(cheap.calls()).as(kind).isNotEmpty();
      assertThat(dear.calls()).as(kind).anyMatch(calls -> calls.instructions() > 1_000);
      write(baseline, kind, cheap);
      assertThat(baseline.compare(kind, cheap)).isEmpty();
      assertThat(baseline.compare(kind, dear).orElseThrow())
          .containsPattern(" calls \\+\\d+, \\S+Amortised\\S*\\.call\\(Amortised.java:");
    }
  }

  private static Target amortised(String name) {
    return name.contains("$")
        ? Target.ofName(Amortised.class.getPackageName() + "." + name, "")
        : target(name);
  }

  private static void write(Baseline baseline, String name, InstructionCount count) {
    System.setProperty("org.cyclecounter.baseline", "write");
    try {
      assertThat(baseline.compare(name, count)).isEmpty();
    } finally {
      System.clearProperty("org.cyclecounter.baseline");
    }
  }

  @Test
  void listsCombinationsOfParameters() {
    assertThat(targets("Twenty.trialFixture"))
        .extracting(target -> target.name().replaceFirst(".*Twenty.", ""))
        .containsExactly(
            "trialFixtureAndParameters kind=odd size=10",
            "trialFixtureAndParameters kind=odd size=100",
            "trialFixtureAndParameters kind=even size=10",
            "trialFixtureAndParameters kind=even size=100");
  }

  @Test
  void takesOptionsAndOperationsOfBenchmark() {
    List<String> options = target("Twenty.ofOptions").program().options();
    assertThat(options)
        .contains("-DTwenty.x=42", "-Xmx2g", "-XX:+UseSerialGC")
        .doesNotContain("-XX:+UseG1GC");
    assertThat(target("Twenty.empty").program().options()).doesNotContain("-DTwenty.x=42");
    assertThat(target("Twenty.tenOperations").operations()).isEqualTo(10);
    assertThat(target("Twenty.empty").obstacle()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          group        | is a group of threads, and instructions are those of one\\.
          fourThreads  | is for 4 threads, and instructions are those of one: count it in JMH .*\\.
          allThreads   | is for all threads, and instructions are those of one: count .*\\.
          control      | waits for JMH's Control, which other threads set\\.
          otherJvm     | is for the JVM /opt/other/bin/java: count it with that Java\\.
          agent        | runs with -javaagent:agent.jar, whose instructions would be counted\\.
          """)
  void namesReasonForRefusal(String name, String reason) {
    isRefused(name, LIMIT, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          notCompiled  | 600 | is excluded from compilation by @CompilerControl, and only compiled code .*
          throwing     | 600 | threw java.lang.IllegalStateException: as it is meant to
          waits        | 30  | waits: a call takes .* ms, most of which it sleeps or blocks; 6000 .*
          takesTooLong | 30  | takes too long: about .* s of processor time with 6000 calls of warm-up, and .* 30 s.*
          """)
  @Tag("gate")
  void namesReasonThatCallsShow(String name, int limitSeconds, String reason) {
    isRefused(name, Duration.ofSeconds(limitSeconds), reason);
  }

  private static void isRefused(String name, Duration limit, String reason) {
    Target target = target("Refused." + name);
    assertThatThrownBy(() -> count(target, limit))
        .isInstanceOf(CountFailure.class)
        .hasMessageMatching("(The operation )?" + Pattern.quote(target.name()) + " " + reason);
  }

  @Test
  @Tag("gate")
  void namesExpressionThatMatchesNone() {
    List<Pattern> expressions = List.of(Pattern.compile("Twenty"), Pattern.compile("\\.Twenti\\b"));
    assertThatThrownBy(() -> Benchmarks.list("", expressions, LIMIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "No benchmark matches '\\\\.Twenti\\\\b'; there are \\d+, such as org\\.\\S+\\.");
  }

  @Test
  @Tag("long")
  void countsOwnCodeOfEveryKindOfBenchmark() throws CountFailure {
    List<Target> kinds = targets("\\.counted\\.Twenty\\.");
    assertThat(kinds).hasSizeGreaterThan(30);
    for (Target target : kinds) {
      InstructionCount count = count(target, LIMIT);
      String name = target.name();
      assertThat(count.isRepeatable()).as("%s: %s", name, count).isTrue();
      assertThat(count.instructions()).as(name).isPositive();
      assertThat(count.lines())
          .as(name)
          .extracting(counted -> counted.line().toString())
          .noneMatch(line -> line.contains("jmh_generated") || line.contains("InfraControl"))
          .noneMatch(line -> line.contains(".copy(Twenty") || line.contains(".begin(Twenty"))
          .noneMatch(line -> line.contains("Operations.align"));
      if (name.contains("invocationFixture")) {
        assertThat(count.instructions()).isLessThan(50_000); // the fixture has twice
      } else if (name.contains("Sub.inherited")) {
        assertThat(count.lines())
            .extracting(counted -> counted.line().getMethodName())
            .contains("inherited", "value");
      } else if (name.contains("ofOptions")) {
        int others = target("Twenty.empty").program().options().hashCode();
        assertThat(count.conditions())
            .endsWith("; JMH 1.37, compiler Blackholes")
            .doesNotContain("options " + Integer.toHexString(others));
      }
    }
  }

  @Test
  @Tag("gate")
  void countsWithParametersOfBenchmark() throws CountFailure {
    List<Target> sizes = targets("Twenty.trialFixtureAndParameters kind=odd");
    assertThat(count(sizes.get(1), LIMIT).instructions())
        .isGreaterThan(5 * count(sizes.get(0), LIMIT).instructions());
  }

  @Test
  @Tag("gate")
  void givesArgumentsStatesOfTheirOwn() throws CountFailure {
    long oneOrder = count("TwoStates.sameOrder").instructions();
    long otherOrder = count("TwoStates.otherOrder").instructions();
    assertThat(Math.max(oneOrder, otherOrder)).isGreaterThan(3 * Math.min(oneOrder, otherOrder));
  }
}

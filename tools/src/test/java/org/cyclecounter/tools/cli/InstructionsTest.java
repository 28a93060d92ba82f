// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.cyclecounter.instructions.InstructionCounter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that counts instructions. Alone, because it sets system properties. */
@Isolated
class InstructionsTest {

  private static final String SUM = InstructionsTest.class.getName() + "#sum";

  private static final int[] NUMBERS = new int[100];

  private static int sum() {
    int sum = 0;
    for (int number : NUMBERS) {
      sum = Integer.rotateLeft(sum, 3) + number;
    }
    return sum;
  }

  /** Adds. */
  public static final class Sum implements Callable<Object> {
    private static int result;

    @Override
    public @Nullable Object call() {
      result = sum();
      return null;
    }
  }

  private static CommandRun count(String... arguments) {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    Stream<String> command = Stream.of("instructions", "--limit=600");
    return CommandRun.of(Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
  }

  /** Cannot be counted. */
  public static final class Throwing implements Callable<Object> {
    @Override
    public Object call() {
      throw new IllegalStateException("as it is meant to");
    }
  }

  @Test
  @Tag("gate")
  void saysOneReasonOfSeveralFailuresOnce() {
    CommandRun run = count("--jvms=1", Throwing.class.getName(), Throwing.class.getName());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).containsOnlyOnce("threw java.lang.IllegalStateException");
  }

  /** One JVM that is hardly warm: how counts agree, the tests of trace say. */
  @Test
  void tableHasTheLinesAndTheConditions() {
    CommandRun run = count("--lines=1", "--jvms=1", "--warm-up=300", SUM);
    assertThat(run.status()).as(run.err()).isZero();
    // Code that is hardly warm calls the compilers' policy in some calls.
    List<String> lines = run.out().lines().filter(line -> !line.endsWith(" calls")).toList();
    assertThat(lines.get(0)).matches(" +\\d+  \\d+ of 5 runs  .*InstructionsTest#sum");
    assertThat(lines.get(1)).matches(" +[\\d.]+  bytes allocated");
    assertThat(lines.get(2)).matches(" +\\d+  .*InstructionsTest\\.sum\\(.*");
    assertThat(lines.get(3)).startsWith("Java " + System.getProperty("java.runtime.version"));
  }

  @Test
  @Tag("gate")
  void countsStaticMethodAsCallableThatCallsIt() {
    CommandRun run = count("--lines=0", SUM, Sum.class.getName());
    assertThat(run.status()).as(run.out()).isZero();
    List<String> rows = run.out().lines().filter(line -> line.contains("10 of 10 runs")).toList();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0)).startsWith(rows.get(1).replaceFirst("10 of.*", ""));
  }

  @Test
  @Tag("gate")
  void differenceToTheBaselineIsStatus1(@TempDir Path folder) {
    System.setProperty("org.cyclecounter.baseline", "strict");
    try {
      CommandRun run =
          count("--json", "--baseline=" + folder.resolve("none.txt"), Sum.class.getName());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out())
          .startsWith("{\"schema\":\"instructions-1\"")
          .hasLineCount(1)
          .containsPattern("\"difference\":\"[^\"]+\",\"changes\":\\[],\"failure\":null");
    } finally {
      System.clearProperty("org.cyclecounter.baseline");
    }
  }

  /** Runs as long as its process's number says. */
  public static final class OfProcess implements Callable<Object> {
    private final long rounds = ProcessHandle.current().pid() % 1000;

    @Override
    public Object call() {
      int sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum = Integer.rotateLeft(sum, 3) + i;
      }
      return sum;
    }
  }

  @Test
  @Tag("gate")
  void countThatDiffersBetweenJvmsIsStatus1() {
    CommandRun run = count("--lines=0", OfProcess.class.getName());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            " 5 of 10 runs ", "OfProcess is not repeatable in fresh JVMs: 5 of 10 runs have ");
    assertThat(count("--jvms=1", "--steps", OfProcess.class.getName()).status()).isZero();
  }

  @Tag("gate")
  @Test
  void jvmThatCannotBeSteppedIsOneSentence() {
    String vm = System.getProperty("java.vm.name");
    System.setProperty("java.vm.name", "Eclipse OpenJ9 VM");
    try {
      Optional<String> obstacle = InstructionCounter.obstacle();
      CommandRun run = CommandRun.of("instructions", Sum.class.getName());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err().strip()).isEqualTo(obstacle.orElseThrow()).matches("[^\\n]+\\.");
    } finally {
      System.setProperty("java.vm.name", vm);
    }
  }

  /** The commands that select no counter warn, too; neither gets as far as a child JVM. */
  @ParameterizedTest
  @CsvSource({
    "exlcude, instructions --jmh=. com.example.None",
    "inlcude, constant-time --secret-bytes=1 --accept=nothing.such org.cyclecounter.tools.cli."
        + "ConstantTimeTest$Slow"
  })
  void warnsOfUnknownProperty(String mistyped, String arguments) {
    List<String> warnings = new ArrayList<>();
    Logger logger = Logger.getLogger("org.cyclecounter.selector");
    Filter before = logger.getFilter();
    logger.setFilter(line -> !warnings.add(line.getMessage()));
    System.setProperty("org.cyclecounter." + mistyped, "amd64-tsc");
    try {
      assertThat(CommandRun.of(arguments.split(" ")).status()).isEqualTo(2);
      assertThat(warnings).singleElement().asString().contains(mistyped + ", did you mean ");
    } finally {
      System.clearProperty("org.cyclecounter." + mistyped);
      logger.setFilter(before);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.trace.child.Obstacles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts in child JVMs, where single steps arrive. */
class InstructionCounterTest {

  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
  private static final String KNOWN = "Java_org_cyclecounter_trace_KnownCode_";

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private static InstructionCount count(Class<? extends Callable<?>> operation) {
    return InstructionCounter.create().warmUp(3_000).limit(FOREVER).count(operation);
  }

  private static long instructions(InstructionCount count, String method) {
    return count.lines().stream()
        .filter(line -> line.line().getMethodName().equals(method))
        .mapToLong(LineCount::instructions)
        .sum();
  }

  /** Has no limit, either. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsKnownCodeExactlyLineByLine(boolean isStepped) {
    InstructionCounter counter = InstructionCounter.create().warmUp(3_000).limit(FOREVER);
    InstructionCount count = (isStepped ? counter.steps() : counter).count(KnownCode.class);
    assertThat(instructions(count, KNOWN + "loop")).isEqualTo(2 * 1000 + 1);
    assertThat(instructions(count, KNOWN + "string")).isEqualTo(10); // repetitions are one each
    assertThat(instructions(count, KNOWN + "calls")).isEqualTo(4 * 100 + 1); // with system calls
    assertThat(count.lines())
        .extracting(line -> line.line().getClassName())
        .contains("", KnownCode.class.getName());
    assertThat(count.lines().stream().mapToLong(LineCount::instructions).sum())
        .isEqualTo(count.instructions());
    assertThat(count.runs()).isEqualTo(10); // of two JVMs
    assertThat(count.conditions())
        .startsWith("Java " + System.getProperty("java.runtime.version"))
        .endsWith("3000 warm-up runs");
  }

  @Test
  void namesLinesInWhichRunsDiffer() {
    InstructionCount count = count(FailingOperations.Changing.class);
    assertThat(count.agreeing()).isEqualTo(2);
    assertThat(Baseline.of(Path.of("none")).compare("changing", count).orElseThrow())
        .startsWith("changing is not repeatable in fresh JVMs: 2 of 10 runs have ")
        .contains(FailingOperations.Changing.class.getName() + ".call");
  }

  @Test
  void namesLinesThatDifferBetweenJvms() {
    InstructionCount count = count(FailingOperations.OfProcess.class);
    assertThat(count.agreeing()).as(count.toString()).isEqualTo(5);
    assertThat(Obstacles.ofUnequalRuns("pid", count))
        .startsWith("pid is not repeatable in fresh JVMs: 5 of 10 runs have ")
        .contains(FailingOperations.OfProcess.class.getName() + ".call");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LostSteps.Cleared.class,
        LostSteps.ClearedAndSet.class,
        LostSteps.ClearedByReturn.class,
        LostSteps.Replaced.class,
        LostSteps.ReplacedAndPutBack.class
      })
  void refusesCountWithLostSteps(Class<? extends Callable<?>> operation) {
    assertThatThrownBy(() -> count(operation))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("was not counted: stepping was lost;");
  }

  @Test
  void countsByStepsWhereAnInt3EndsTheJvm() {
    InstructionCounter counter = InstructionCounter.create().warmUp(300).jvms(1).limit(FOREVER);
    assertThat(counter.count(LostSteps.Blocked.class).instructions()).isPositive();
  }

  /** JNI takes other instructions for null. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3_000})
  void subtractsCallThatReturnsTheSameKind(int warmUp) {
    InstructionCounter counter = InstructionCounter.create().warmUp(warmUp).jvms(1).limit(FOREVER);
    InstructionCount first = counter.count(FailingOperations.NullFirst.class);
    InstructionCount never = counter.count(FailingOperations.NullNever.class);
    assertThat(first.instructions()).as(first + " " + never).isEqualTo(never.instructions());
    assertThat(first.lines()).allMatch(line -> line.instructions() > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "Throwing, ' threw java.lang.IllegalStateException: this one  throws'",
    "NotConstructed, ' needs a constructor without parameters, and cannot be abstract.'",
    "Exiting, ' ended with status 7.'"
  })
  void saysInOneSentenceWhyAnOperationCannotBeCounted(String operation, String end)
      throws ClassNotFoundException {
    Class<? extends Callable<?>> type =
        operation(Class.forName(FailingOperations.class.getName() + "$" + operation));
    assertThatThrownBy(() -> count(type))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith(type.getName() + end);
  }

  @Test
  void saysThatTheSecondObjectCannotBeMade() {
    assertThatThrownBy(() -> count(FailingOperations.MadeOnce.class))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "The constructor has to run twice in a JVM, and failed the second time. The operation "
                + FailingOperations.MadeOnce.class.getName()
                + " cannot be made: java.lang.IllegalStateException: made before");
  }

  @SuppressWarnings("unchecked")
  private static Class<? extends Callable<?>> operation(Class<?> type) {
    return (Class<? extends Callable<?>>) type;
  }

  @Test
  void namesTheMethodThatShortensALongWarmUp() {
    InstructionCounter counter = InstructionCounter.create().limit(Duration.ofMillis(1));
    assertThatThrownBy(() -> counter.count(FailingOperations.Endless.class))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("did not end within 0.001 s; set fewer runs with warmUp");
  }
}

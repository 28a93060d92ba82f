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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counts in child JVMs, where single steps arrive. */
class InstructionCounterTest {

  /** A step may take 100 µs on a machine that is busy. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private static InstructionCount count(Class<? extends Callable<?>> operation) {
    return InstructionCounter.create().warmUp(3_000).limit(LIMIT).count(operation);
  }

  private static long instructions(Class<? extends Callable<?>> operation) {
    InstructionCount count = count(operation);
    assertThat(3 * count.agreeing()).as(count.toString()).isGreaterThanOrEqualTo(2 * count.runs());
    return count.instructions();
  }

  @Test
  void codeOfKnownLengthIsExact() {
    assertThat(instructions(KnownCode.Loop3000.class) - instructions(KnownCode.Loop1000.class))
        .isEqualTo(4_000);
    assertThat(instructions(KnownCode.String1000.class) - instructions(KnownCode.String1.class))
        .isZero();
    assertThat(instructions(KnownCode.Calls110.class) - instructions(KnownCode.Calls10.class))
        .isEqualTo(400);
  }

  @Test
  void theLinesAddUpToTheInstructions() {
    InstructionCount count = count(JdkOperations.Crc.class);
    assertThat(count.lines().stream().mapToLong(LineCount::instructions).sum())
        .isEqualTo(count.instructions());
    assertThat(count.lines()).extracting(line -> line.line().getClassName()).contains("");
    assertThat(count.lines())
        .extracting(line -> line.line().getClassName())
        .contains(JdkOperations.Crc.class.getName());
    assertThat(count.conditions())
        .startsWith("Java " + System.getProperty("java.runtime.version"))
        .endsWith("3000 warm-up runs");
  }

  @Test
  void aCountThatIsNotRepeatableNamesWhereTheRunsPart() {
    InstructionCount count = count(FailingOperations.Changing.class);
    assertThat(count.agreeing()).isEqualTo(1);
    assertThat(Baseline.of(Path.of("none")).compare("changing", count).orElseThrow())
        .startsWith("changing is not repeatable: 1 of 5 runs have ")
        .contains(FailingOperations.Changing.class.getName() + ".call");
  }

  @Test
  void failuresAreOneSentence() {
    assertThatThrownBy(() -> count(FailingOperations.Throwing.class))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "The operation %s threw java.lang.IllegalStateException: this one  throws",
            FailingOperations.Throwing.class.getName());
    assertThatThrownBy(() -> count(FailingOperations.NotConstructed.class))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("needs a constructor without parameters");
    assertThatThrownBy(() -> count(FailingOperations.NotInitialized.class))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith("java.lang.NumberFormatException: For input string: \"none\"");
    assertThatThrownBy(() -> count(FailingOperations.Exiting.class))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("ended with status 7");
    assertThatThrownBy(() -> count(uncallable()))
        .isInstanceOf(TraceException.class)
        .hasMessage("The class java.lang.Object has to implement java.util.concurrent.Callable.");
    Callable<Object> lambda = () -> "";
    assertThatThrownBy(() -> count(operation(lambda)))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("No class '")
        .hasMessageEndingWith("is on the class path or module path of a new JVM.");
  }

  @SuppressWarnings("unchecked") // as a name from a command line may be
  private static Class<? extends Callable<?>> uncallable() {
    return (Class<? extends Callable<?>>) (Class<?>) Object.class;
  }

  @SuppressWarnings("unchecked")
  private static Class<? extends Callable<?>> operation(Callable<?> callable) {
    return (Class<? extends Callable<?>>) callable.getClass();
  }

  @Test
  void aLimitOfForeverIsNone() {
    InstructionCounter counter = InstructionCounter.create().warmUp(10);
    assertThat(
            counter.limit(ChronoUnit.FOREVER.getDuration()).count(KnownCode.Loop1000.class).runs())
        .isEqualTo(5);
  }

  @Test
  void aWarmUpThatIsTooLongNamesTheMethod() {
    InstructionCounter counter = InstructionCounter.create().limit(Duration.ofSeconds(2));
    assertThatThrownBy(() -> counter.count(FailingOperations.Endless.class))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("did not end within 2.0 s; set fewer runs with warmUp");
  }
}

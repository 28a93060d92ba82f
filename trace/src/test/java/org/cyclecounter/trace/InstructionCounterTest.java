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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  @Test
  void countsKnownCodeExactlyLineByLine() {
    InstructionCount count = count(KnownCode.class);
    assertThat(instructions(count, KNOWN + "loop")).isEqualTo(2 * 1000 + 1);
    assertThat(instructions(count, KNOWN + "string")).isEqualTo(10); // repetitions are one each
    assertThat(instructions(count, KNOWN + "calls")).isEqualTo(4 * 100 + 1); // with system calls
    assertThat(count.lines())
        .extracting(line -> line.line().getClassName())
        .contains("", KnownCode.class.getName());
    assertThat(count.lines().stream().mapToLong(LineCount::instructions).sum())
        .isEqualTo(count.instructions());
    assertThat(count.runs()).isEqualTo(5);
    assertThat(count.conditions())
        .startsWith("Java " + System.getProperty("java.runtime.version"))
        .endsWith("3000 warm-up runs");
  }

  @Test
  void namesWhereUnequalRunsPart() {
    InstructionCount count = count(FailingOperations.Changing.class);
    assertThat(count.agreeing()).isEqualTo(1);
    assertThat(Baseline.of(Path.of("none")).compare("changing", count).orElseThrow())
        .startsWith("changing is not repeatable: 1 of 5 runs have ")
        .contains(FailingOperations.Changing.class.getName() + ".call");
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

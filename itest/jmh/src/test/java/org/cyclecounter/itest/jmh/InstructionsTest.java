// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.Baseline;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.InstructionCounter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The instructions of a read: those of the baseline if it has this Java, and few everywhere. After
 * an intended change: {@code itest/jmh/instructions --write} on both Javas.
 */
@Tag("gate")
class InstructionsTest {

  /** A read that did less than a call of an empty C function would not be one. */
  private static final int LEAST = 10;

  private static final int MOST = 110;

  private static final Baseline BASELINE = Baseline.of(Path.of("instructions.txt"));

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  @ParameterizedTest
  @ValueSource(classes = {Reads.Cycles.class, Reads.MappedCycles.class})
  void countsFewInstructionsOfReadAsInBaseline(Class<? extends Callable<?>> reads) {
    InstructionCount count = counter().limit(Duration.ofMinutes(10)).count(reads);
    assertThat(count.instructions() / Reads.TIMES)
        .as(count.toString())
        .isBetween((long) LEAST, (long) MOST);
    assertThat(BASELINE.compare(reads.getName(), count)).isEmpty();
  }

  /** Counts what the baseline has; elsewhere the bounds alone hold. */
  private static InstructionCounter counter() {
    try {
      return InstructionCounter.create().portable();
    } catch (UnsupportedOperationException e) {
      System.out.println("no baseline here, bounds alone: " + e.getMessage());
      return InstructionCounter.create();
    }
  }
}

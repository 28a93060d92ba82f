// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.cyclecounter.instructions.TestLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts code of the test library by single steps and by blocks ({@code blocks_of.c}). */
class BlocksTest {

  private static final int PLAIN = 0;
  private static final int CHANGING = 1;
  private static final int DISTURBING = 2;
  private static final int LATE = 3;
  private static final int EMPTY = 0;

  private static final long ROUNDS = 50;

  @BeforeAll
  static void canCount() {
    String obstacle = SteppingSentences.ofThisProcess();
    assumeTrue(obstacle.isEmpty(), obstacle);
    TestLibrary.BLOCKS.load();
  }

  private static native long execute(int function, long rounds);

  private static native long[] counted(int function, long rounds, boolean isByBlocks, int tables);

  private record Run(
      long result,
      long instructions,
      boolean isComplete,
      boolean isDisturbed,
      long blocks,
      long differentBytes,
      long further) {

    static Run of(int function, long rounds, boolean isByBlocks, int tables) {
      long[] numbers = counted(function, rounds, isByBlocks, tables);
      return new Run(
          numbers[0],
          numbers[1],
          numbers[2] == 1,
          numbers[3] == 1,
          numbers[4],
          numbers[5],
          numbers[6]);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 50, 1000})
  void countsAsSingleStepsAndPutsBackAllCode(long rounds) {
    Run steps = Run.of(PLAIN, rounds, false, EMPTY);
    Run blocks = Run.of(PLAIN, rounds, true, EMPTY);
    assertThat(steps.isComplete).isTrue();
    assertThat(steps.blocks).isZero();
    assertThat(blocks.blocks).isPositive();
    assertThat(blocks)
        .isEqualTo(
            new Run(execute(PLAIN, rounds), steps.instructions, true, false, blocks.blocks, 0, 0));
  }

  /** Blocks, INT3s, places of instructions; room for some blocks. */
  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, true", "4, false"})
  void stepsWhatFullTablesHaveNoRoomFor(int tables, boolean isFull) {
    Run steps = Run.of(PLAIN, ROUNDS, false, EMPTY);
    Run blocks = Run.of(PLAIN, ROUNDS, true, tables);
    assertThat(blocks.isComplete).isTrue();
    assertThat(blocks.instructions).isEqualTo(steps.instructions);
    assertThat(blocks.differentBytes).isZero();
    assertThat(blocks.blocks).isLessThan(isFull ? 50_000 : 5);
  }

  /** Of the first thirty places, most are those of a loop. */
  @Test
  void countsAtItsPlaceWhatWasThereWhenTheTableOfPlacesBecameFull() {
    Run steps = Run.of(PLAIN, ROUNDS, false, 5);
    assertThat(steps.instructions).isEqualTo(Run.of(PLAIN, ROUNDS, false, EMPTY).instructions);
    assertThat(steps.further).isBetween(1L, steps.instructions / 2);
    Run blocks = Run.of(PLAIN, ROUNDS, true, 5);
    assertThat(blocks.instructions).isEqualTo(steps.instructions);
    assertThat(blocks.further).isBetween(1L, blocks.instructions / 2);
  }

  /** Between two of its runs; or while it is stepped, when the jump has been executed. */
  @ParameterizedTest
  @CsvSource({CHANGING + ", 300", LATE + ", 50"})
  void stepsABlockOnceMoreWhenADirectTargetHasChanged(int function, long rounds) {
    Run steps = Run.of(function, rounds, false, EMPTY);
    Run blocks = Run.of(function, rounds, true, EMPTY);
    assertThat(blocks.isComplete).isTrue();
    assertThat(blocks.instructions).isEqualTo(steps.instructions);
    assertThat(blocks.result).isEqualTo(steps.result);
    assertThat(blocks.differentBytes).isZero();
  }

  @Test
  void isDisturbedWhenABlockGoesAnotherWay() {
    Run steps = Run.of(DISTURBING, ROUNDS, false, EMPTY);
    Run blocks = Run.of(DISTURBING, ROUNDS, true, EMPTY);
    assertThat(steps.isComplete).isTrue();
    assertThat(blocks.isComplete).isFalse();
    assertThat(blocks.isDisturbed).isTrue();
    assertThat(blocks.result).isEqualTo(execute(DISTURBING, ROUNDS)).isEqualTo(steps.result);
    assertThat(blocks.differentBytes).isZero();
  }

  /** They were chosen, and stay. */
  @Test
  void doesNotEndSingleStepsBecauseARunFailed() throws Exception {
    Stepper.load();
    Stepper.blocks(false);
    int[] attempts = {0};
    assertThat(
            SteppedRuns.step(
                row -> {
                  attempts[0]++;
                  return null;
                }))
        .isNull();
    assertThat(attempts[0]).isEqualTo(3);
  }

  /** Its INT3s are carried out there, and not counted. */
  @Test
  void countsOneThreadWhileAnotherOneExecutesTheSameCode() throws Exception {
    Run steps = Run.of(PLAIN, ROUNDS, false, EMPTY);
    long expected = execute(PLAIN, 1000);
    AtomicBoolean isEnded = new AtomicBoolean();
    long[] wrong = {0, 0};
    Thread other =
        new Thread(
            () -> {
              while (!isEnded.get()) {
                wrong[0] += execute(PLAIN, 1000) == expected ? 0 : 1;
                wrong[1]++;
              }
            });
    other.start();
    for (int i = 0; i < 20; i++) {
      Run blocks = Run.of(PLAIN, ROUNDS, true, EMPTY);
      assertThat(blocks.instructions).isEqualTo(steps.instructions);
      assertThat(blocks.isComplete).isTrue();
    }
    isEnded.set(true);
    other.join();
    assertThat(wrong[0]).isZero();
    assertThat(wrong[1]).isPositive();
  }
}

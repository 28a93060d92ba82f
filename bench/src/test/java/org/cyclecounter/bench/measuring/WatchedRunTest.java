// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs in pieces, of which scripted ones took longer than the thread ran. */
class WatchedRunTest {

  private static final int PIECES = 10;

  @BeforeEach
  void needTimeOfThread() {
    assumeTrue(ThreadTimes.cpuNow() >= 0, "this JVM does not report a thread's CPU time");
  }

  /** Runs for a while; an interrupted piece takes 50 ms more, which its cycles include. */
  private static Supplier<Run> pieces(IntPredicate isInterrupted) {
    int[] piece = {0};
    return () -> {
      long startNs = ThreadTimes.cpuNow();
      long ranNs;
      do {
        ranNs = ThreadTimes.cpuNow() - startNs;
      } while (ranNs < 5_000_000);
      long wallNs = ranNs + (isInterrupted.test(piece[0]++) ? 50_000_000 : 0);
      return new Run(100, wallNs, ranNs * 1e-9, 3 * wallNs, true, true);
    };
  }

  @Test
  void leavesOutPiecesInWhichThreadLostProcessor() {
    WatchedRun watched = WatchedRun.of(pieces(i -> i % 3 == 1), PIECES);
    assertThat(watched.run().n()).isEqualTo(1000);
    assertThat(watched.calls()).isBetween(4, 6); // of 6, without the first
    assertThat(watched.counted().n()).isEqualTo(100L * watched.calls());
    assertThat(watched.counted().cycles() / watched.counted().seconds())
        .isCloseTo(3e9, within(1e3));
    assertThat(watched.run().cycles() / watched.run().seconds()).isGreaterThan(6e9);
  }

  @Test
  void countsRunWholeThatIsInterruptedMostOfTheTime() {
    WatchedRun watched = WatchedRun.of(pieces(i -> i != 4), PIECES);
    assertThat(watched.counted()).isEqualTo(watched.run());
    assertThat(watched.calls()).isEqualTo(PIECES);
    assertThat(watched.isDisturbed()).isTrue();
  }

  @Test
  void countsRunOfOnePieceWhole() {
    WatchedRun watched = WatchedRun.of(pieces(i -> true), 1);
    assertThat(watched.counted()).isEqualTo(watched.run());
    assertThat(watched.calls()).isEqualTo(1);
    assertThat(watched.isDisturbed()).isTrue();
  }

  @Test
  void losesCounterThatIsLostInOnePiece() {
    int[] piece = {0};
    Supplier<Run> lost =
        () -> Run.of(100, 1000, 1e-6, piece[0]++ == 5 ? 1L << 60 : 3000, true, true);
    WatchedRun watched = WatchedRun.of(lost, PIECES);
    assertThat(watched.run().jumped()).isTrue();
    assertThat(watched.counted()).isEqualTo(watched.run());
  }
}

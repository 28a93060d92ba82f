// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimates from calls of 1 ms, with scripted times of the processor. */
class CallTimeTest {

  /** Has 15 s for 26,000 calls, the first of which is slower. */
  private static void check(long ranNs, long queuedNs, long queuedAtFirstNs) throws CountFailure {
    long[] calls = {1};
    CallTime.Batch batch =
        count -> {
          long callNs = calls[0] == 1 ? 5_000_000 : 1_000_000;
          calls[0] += count;
          long beginNs = System.nanoTime();
          while (System.nanoTime() - beginNs < count * callNs) {
            LockSupport.parkNanos(callNs);
          }
        };
    CallTime.check(
        "a.B",
        batch,
        20_000,
        15_000,
        () ->
            new long[] {
              calls[0] * ranNs, calls[0] * queuedNs + (calls[0] > 1 ? queuedAtFirstNs : 0)
            });
  }

  @Test
  void takesNoTimeInWhichOtherProcessesRan() throws CountFailure {
    check(500_000, 2_000_000, 0); // a part of the 65 s in which it could run
    assertThatThrownBy(() -> check(10_000_000, 0, 0))
        .hasMessageMatching(
            "a.B takes too long: about 260 s of processor time with 20000 calls of warm-up, and"
                + " the limit is 15 s: set a longer --limit\\.");
  }

  /** Threads of a first call may stand in line for longer than it sleeps. */
  @ParameterizedTest
  @ValueSource(longs = {0, 20_000_000})
  void refusesBenchmarkThatSleeps(long queuedAtFirstNs) {
    assertThatThrownBy(() -> check(100_000, 100_000, queuedAtFirstNs))
        .hasMessageStartingWith("a.B waits: a call ");
  }
}

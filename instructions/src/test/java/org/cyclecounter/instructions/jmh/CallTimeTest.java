// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.junit.jupiter.api.Test;

/** Estimates from calls of 1 ms, with scripted times of the processor. */
class CallTimeTest {

  /** Has 15 s for 26,000 calls. */
  private static void check(long ranNs, long queuedNs) throws CountFailure {
    long[] calls = {1};
    CallTime.Batch batch =
        count -> {
          calls[0] += count;
          long beginNs = System.nanoTime();
          while (System.nanoTime() - beginNs < count * 1_000_000L) {
            LockSupport.parkNanos(1_000_000);
          }
        };
    CallTime.check(
        "a.B", batch, 20_000, 15_000, () -> new long[] {calls[0] * ranNs, calls[0] * queuedNs});
  }

  @Test
  void takesNoTimeInWhichOtherProcessesRan() throws CountFailure {
    check(500_000, 2_000_000); // a part of the 65 s in which it could run
    assertThatThrownBy(() -> check(10_000_000, 0))
        .hasMessageMatching(
            "a.B takes too long: about 260 s of processor time with 20000 calls of warm-up, and"
                + " the limit is 15 s: set a longer --limit\\.");
    assertThatThrownBy(() -> check(100_000, 100_000)).hasMessageStartingWith("a.B waits: a call ");
  }
}

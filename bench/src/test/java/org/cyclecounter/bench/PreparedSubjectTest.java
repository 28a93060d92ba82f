// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.bench.measuring.Run;
import org.junit.jupiter.api.Test;

class PreparedSubjectTest {

  private static boolean isRemoved(double seconds, long cycles, boolean cyclesRead) {
    return PreparedSubject.isRemoved(Run.of(1000, 1, seconds, cycles, true, cyclesRead));
  }

  @Test
  void takesIterationsOfLessThanATenthOfACycleForRemoved() {
    assertThat(isRemoved(1e-6, 99, true)).isTrue();
    assertThat(isRemoved(1e-9, 101, true)).isFalse();
    assertThat(isRemoved(1.9e-8, 99, false)).isTrue();
    assertThat(isRemoved(2.1e-8, 0, false)).isFalse();
    assertThat(isRemoved(1e-6, 0, true)).isFalse(); // a counter that stood still
  }

  private static long next(long n, double seconds, double targetSeconds) {
    return PreparedSubject.next(n, seconds, seconds, targetSeconds);
  }

  @Test
  void raisesNSlowlyForFunctionThatWaits() {
    assertThat(PreparedSubject.next(1000, 1e-6, 0.5, 1)).isEqualTo(16_000);
    assertThat(PreparedSubject.next(1000, 1e-6, 2, 1)).isEqualTo(4_000);
  }

  @Test
  void raisesNWithoutOverflow() {
    assertThat(next(1, 0, 1)).isEqualTo(16);
    assertThat(next(1, 0.7, 1)).isEqualTo(2);
    assertThat(next(1000, 0.1, 1)).isEqualTo(10_000);
    assertThat(next(1000, 0.01, 1)).isEqualTo(10_000); // a tenth first
    assertThat(next(1000, 0.999, 1)).isEqualTo(1002);
    assertThat(next(Long.MAX_VALUE - 1, 0, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(next(1L << 62, 0.5, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(next(1, 1e-12, 1e300)).isEqualTo(16);
    for (long n = 1; n < Long.MAX_VALUE; ) {
      long next = next(n, 1e-9 * n, 1e300);
      assertThat(next).isGreaterThan(n);
      n = next;
    }
  }
}

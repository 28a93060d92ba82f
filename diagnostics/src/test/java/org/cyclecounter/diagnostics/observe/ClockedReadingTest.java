// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClockedReadingTest {

  @Test
  void keepsReadingWithTheLeastTimeAroundIt() {
    PrimitiveIterator.OfLong clock =
        LongStream.of(0, 900, 1000, 1500, 2000, 2040, 3000, 3900, 4000, 4900).iterator();
    PrimitiveIterator.OfLong counter = LongStream.of(1, 2, 3, 4, 5).iterator();
    assertThat(ClockedReading.of(counter::nextLong, clock::nextLong))
        .isEqualTo(new ClockedReading(3, 2020, 40));
  }

  @Test
  void rateNeedsTimeThatHasPassed() {
    ClockedReading first = new ClockedReading(-7, 100, 0);
    assertThat(new ClockedReading(3, 105, 0).hzSince(first)).isEqualTo(2e9);
    assertThat(first.hzSince(first)).isNaN();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** The reads between CPUIDs keep to what every counter does. */
class SerializedTscTest extends CounterContract {
  SerializedTscTest() {
    super(
        new SerializedTsc(new TimeStampCounter("amd64-tsc")),
        "amd64-tsc",
        CounterKind.OFF_CORE,
        Scope.SYSTEM);
  }

  @Test
  void theyAreHadOfTheCounter() throws Exception {
    try (TickSource plain = open()) {
      SerializedReads counter = new TimeStampCounter("amd64-tscasm");
      try (TickSource serialized = counter.openSerialized()) {
        long before = plain.ticks();
        long start = serialized.startTicks();
        long stop = serialized.stopTicks();
        assertThat(start).isBetween(before, stop);
        assertThat(plain.ticks()).isGreaterThanOrEqualTo(stop);
      }
    }
  }
}

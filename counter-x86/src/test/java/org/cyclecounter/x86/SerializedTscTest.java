// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.Test;

/** The reads between CPUIDs. */
class SerializedTscTest {

  @Test
  void readsSameCounterAsPlainReads() throws Exception {
    try (TickSource plain = ProviderContract.open(new TimeStampCounter("amd64-tsc"))) {
      SerializedReads counter = new TimeStampCounter("amd64-tscasm");
      try (TickSource serialized = counter.openSerialized()) {
        long before = plain.ticks();
        long start = serialized.startTicks();
        long stop = serialized.stopTicks();
        assertThat(start).isBetween(before, stop);
        assertThat(serialized.ticks()).isBetween(stop, plain.stopTicks());
        NativeTicks reads = (NativeTicks) serialized;
        assertThat(reads.stopAddress() != reads.startAddress())
            .as("RDTSCP;CPUID")
            .isEqualTo(TimeStampCounter.order() == TimeStampCounter.RDTSCP);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;
import static org.cyclecounter.selector.ScriptedSelection.select;

import java.math.BigInteger;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

/** Which counter is selected, which are rejected, and for what reasons. */
class SelectionRulesTest {

  @Test
  void losesNoCounterToOneThatInterruptsTheSelection() {
    TestCounter.Opener interrupting =
        () -> {
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("cyclecounter-"))
              .forEach(Thread::interrupt);
          return System::nanoTime;
        };
    Selected selected =
        select(
            new TestCounter("interrupting", ON_CORE, interrupting),
            TestCounter.rising("next", ON_CORE, 100));
    assertThat(selected.report().counters())
        .extracting(CounterReport::verdict)
        .containsExactlyInAnyOrder(Verdict.SELECTED, Verdict.USABLE); // the clock may be coarser
  }

  @Test
  void scalesAKnownRateExactlyFromTheFirstReading() {
    long[] now = {1L << 60};
    Selected selected =
        builder(
                TestCounter.of("mhz", FIXED_RESOLUTION, () -> now[0]++)
                    .scaled(Scaling.ticksPerSecond(1_000_000)))
            .cyclesPerSecond(2_399_987_654L)
            .build()
            .select();
    assertThat(report(selected, "mhz").scaling()).isEqualTo(2399.987654);
    assertThat(report(selected, "mhz").precision()).isEqualTo(2399 + 200);
    CycleCounter counter = selected.counter();
    long first = counter.cycles();
    now[0] += (1L << 55) + 999_999 - 1;
    long exact =
        BigInteger.valueOf((1L << 55) + 1_000_001)
            .multiply(BigInteger.valueOf(2_399_987_654L))
            .divide(BigInteger.valueOf(1_000_000))
            .longValue();
    assertThat(first).isEqualTo(2 * 2399 + 1); // its installation reads it twice
    assertThat(counter.cycles()).isEqualTo(exact);
  }

  @Test
  void extendsAndReportsCounterOf32Bits() {
    long origin = System.nanoTime();
    Selected selected =
        select(
            TestCounter.of("narrow", ON_CORE, () -> (int) (System.nanoTime() - origin - (1L << 31)))
                .ofBits(32));
    assertThat(report(selected, "narrow").only32()).isTrue();
    assertThat(selected.counter().implementation()).isEqualTo("narrow");
    long first = selected.counter().cycles();
    for (int i = 0; i < 1000; i++) {
      assertThat(selected.counter().cycles() - first).isBetween(0L, 60_000_000_000L);
    }
  }

  @Test
  void keepsTheCallersInterrupt() {
    Thread.currentThread().interrupt();
    Selected selected = select(TestCounter.rising("rising", ON_CORE, 1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(selected.counter().implementation()).isEqualTo("rising");
  }
}

// SPDX-License-Identifier: Apache-2.0
package com.example.rawclock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs({OS.LINUX, OS.MAC})
class RawClockProviderTest {

  @Test
  void rises() throws Exception {
    try (TickSource source = new RawClockProvider().counters().get(0).open()) {
      long first = source.ticks();
      long last = first;
      for (int i = 0; i < 10_000; i++) {
        long ticks = source.ticks();
        assertTrue(ticks >= last, ticks + " after " + last);
        last = ticks;
      }
      assertTrue(last > first, "it stands still at " + last);
    }
  }

  /** Finds the provider by its services file, and probes it as in a program. */
  @Test
  void isSelectedWhereItIsTheOnlyOne() {
    try (CycleCounterSelector.Selected selected =
        CycleCounterSelector.builder().include("raw-clock").build().select()) {
      SelectionReport report = selected.report();
      assertEquals("raw-clock", report.implementation(), () -> report.counters().toString());
    }
  }
}

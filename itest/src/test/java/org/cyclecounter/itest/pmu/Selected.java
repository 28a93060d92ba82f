// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.itest.machines.Selection.Way;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * A selection: the way to read its counter, and the report on it.
 *
 * @param told the number of announced losses; below 0 if none can be announced
 */
record Selected(
    LongSupplier cycles,
    Supplier<String> implementation,
    Supplier<SelectionReport> report,
    AtomicInteger told) {

  /** A successor that no PMU can take away. */
  private static final String SUCCESSOR = "default-monotonic";

  static Selected by(Way how, String counter) {
    if (how == Way.SELECT) {
      return select(counter);
    }
    CpuCycles.cycles();
    return new Selected(
        CpuCycles::cycles, CpuCycles::implementation, CpuCycles::report, new AtomicInteger(-1));
  }

  static Selected select(String counter) {
    AtomicInteger told = new AtomicInteger();
    var selected =
        CycleCounterSelector.builder()
            .include(counter, SUCCESSOR)
            .onLoss(report -> told.incrementAndGet())
            .build()
            .select();
    var reads = selected.counter();
    return new Selected(reads::cycles, reads::implementation, selected::report, told);
  }

  boolean is(String counter) {
    return implementation.get().equals(counter);
  }

  /** On the calling thread. */
  OwnCount count(String counter) {
    return new OwnCount(cycles, implementation, counter);
  }

  /** Prints the report on a counter after a stage. */
  void state(String stage, String counter) {
    if (!stage.startsWith("selection") && !is(counter) && told.get() >= 0) {
      Together.await(() -> told.get() > 0);
    }
    for (CounterReport each : report.get().counters()) {
      if (each.name().equals(counter)) {
        System.out.printf(
            Locale.ROOT,
            "state: %s\t%s\t%s\t%d\t%s %s%n",
            stage,
            counter,
            implementation.get(),
            told.get(),
            each.verdict(),
            each.reason());
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;

/** The selected counter, for either way to select. */
public record Selection(
    LongSupplier cycles, Supplier<String> implementation, Supplier<SelectionReport> report) {

  /** The two ways to select. */
  public enum Way {
    CPU_CYCLES,
    SELECT
  }

  /**
   * Selects.
   *
   * @param without counters that {@code SELECT} leaves out
   */
  public static Selection by(Way way, String... without) {
    if (way == Way.CPU_CYCLES) {
      CpuCycles.cycles();
      return new Selection(CpuCycles::cycles, CpuCycles::implementation, CpuCycles::report);
    }
    var selected = CycleCounterSelector.builder().exclude(without).build().select();
    var counter = selected.counter();
    return new Selection(counter::cycles, counter::implementation, selected::report);
  }
}

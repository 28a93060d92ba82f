// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.BenchCounter;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.cli.SelectionOptions;

/** The counter that {@code measure} begins with, and what is known of it then. */
record MeasureCounter(BenchCounter counter, SelectionReport report, Scope scope, Counted counted) {

  /** Takes the one that was asked for, or else by the order of all of bench. */
  static MeasureCounter of(SelectionOptions options, Selected all) {
    BenchCounter counter =
        options.namesCounter()
            ? BenchCounter.only(all)
            : BenchCounter.preferred(all, options::only);
    Selected selected = counter.selected();
    return new MeasureCounter(
        counter, selected.report(), selected.counter().scope(), selected.counted());
  }

  String name() {
    return report.implementation();
  }
}

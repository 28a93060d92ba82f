// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.timer.CounterOrder;
import org.cyclecounter.bench.timer.CounterOrder.Preferred;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.cli.SelectionOptions;

/** The counter that {@code measure} begins with, and what is known of it then. */
record MeasureCounter(Preferred preferred, SelectionReport report, Scope scope, Counted counted) {

  /** Takes the one that was asked for, or else by the order of all of bench. */
  static MeasureCounter of(SelectionOptions options, Selected all) {
    Preferred preferred =
        options.namesCounter() ? Preferred.only(all) : CounterOrder.select(all, options::only);
    Selected selected = preferred.selected();
    return new MeasureCounter(
        preferred, selected.report(), selected.counter().scope(), selected.counted());
  }

  String name() {
    return report.implementation();
  }
}

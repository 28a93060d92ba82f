// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.BenchCounter;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.SelectingCommand;

/**
 * The counter that {@code measure} begins with, and the facts about it at that time: if it is lost
 * later, the table's foot and the JSON still say what the first rows were counted by.
 *
 * @param counter the counter and, unless it was named, its successors
 * @param report the report of its selection
 * @param scope the readings between which a difference means something
 * @param counted the unit of its cycles
 */
record MeasureCounter(BenchCounter counter, SelectionReport report, Scope scope, Counted counted) {

  /**
   * Takes the counter of {@code --counter}, or else the first that works of the timer that was
   * configured without code, or of bench's own order.
   */
  static MeasureCounter of(SelectingCommand command, Selected all) {
    BenchCounter counter =
        command.counter() == null
            ? BenchCounter.preferred(all, command::only, BenchTimer.configuredCycles())
            : BenchCounter.only(all);
    return of(counter);
  }

  /**
   * Takes the counter that the parent of this process has taken.
   *
   * @param names the counter's, and its successors'
   */
  static MeasureCounter ofParent(Selected first, List<String> names) {
    return of(new BenchCounter(first, names.subList(1, names.size()), false));
  }

  private static MeasureCounter of(BenchCounter counter) {
    Selected selected = counter.selected();
    return new MeasureCounter(
        counter, selected.report(), selected.counter().scope(), selected.counted());
  }

  /** Returns true if its readings are not scaled to cycles. */
  boolean isUnscaled() {
    return report.counters().stream()
        .anyMatch(each -> each.name().equals(name()) && each.scaling() == 1);
  }

  String name() {
    return report.implementation();
  }
}

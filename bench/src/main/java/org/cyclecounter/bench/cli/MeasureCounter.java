package org.cyclecounter.bench.cli;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.counter.CounterOrder;
import org.cyclecounter.bench.counter.CounterOrder.Chosen;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The counter that {@code measure} begins with, and what is known of it then.
 *
 * @param chosen the counter
 * @param report its selection's
 * @param scope the counter's
 * @param counted what it counts
 */
record MeasureCounter(Chosen chosen, SelectionReport report, Scope scope, Counted counted) {

  /**
   * Takes the one that was asked for, or else by the order of all of bench.
   *
   * @param spec the command with the options of a selection
   * @param all the selection that they make
   */
  static MeasureCounter of(CommandSpec spec, Selected all) {
    String asked = spec.findOption("--counter").getValue();
    Isolation isolation = spec.findOption("--isolation").getValue();
    Chosen chosen =
        asked.isEmpty()
            ? CounterOrder.choose(
                all,
                name ->
                    CycleCounterSelector.builder()
                        .quiet()
                        .include(name)
                        .isolation(isolation)
                        .build()
                        .select())
            : Chosen.only(all);
    Selected selected = chosen.selected();
    return new MeasureCounter(
        chosen, selected.report(), selected.counter().scope(), selected.counted());
  }

  String name() {
    return report.implementation();
  }
}

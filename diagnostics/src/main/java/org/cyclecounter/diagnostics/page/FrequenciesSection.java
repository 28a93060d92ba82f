// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.List;
import java.util.Optional;
import org.cyclecounter.diagnostics.observe.InfoMeasurements.Observed;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Caption;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.svg.IntervalPlot;
import org.cyclecounter.diagnostics.svg.IntervalPlot.Row;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The frequencies that loops of growing length showed, as ranges: info's observed persecond.
 *
 * <p>Loops that were too short for a clock of microseconds, or during which a counter ran
 * backwards, have no range, so the number of rows differs.
 */
final class FrequenciesSection {

  private static final double MHZ = 1e6;

  private static final String INTRODUCTION =
      "Cycles per second observed over a loop: the clock counts microseconds, which leaves a range"
          + " that narrows as the loop grows.";

  private FrequenciesSection() {}

  static Optional<Element> of(SelectionSnapshot input) {
    List<Observation> observed =
        input.observations().stream()
            .filter(observation -> !observation.observed().isEmpty())
            .toList();
    if (observed.isEmpty()) {
      return Optional.empty();
    }
    String selected = input.diagnosis().selected().name();
    Table<Observation> table =
        new Table<Observation>("")
            .column("Counter", "", each -> PageElements.name(each.name()))
            .column("Shortest loop, MHz", "", each -> range(each.observed().get(0)))
            .column("Longest loop, MHz", "", each -> range(last(each)));
    return Optional.of(
        PageFrame.section(
            "frequencies",
            "Observed persecond",
            PageElements.quiet("p", INTRODUCTION),
            observed.stream()
                .filter(each -> each.name().equals(selected))
                .map(each -> figure(each, input.report().cyclesPerSecond() / MHZ))
                .toList(),
            table.of(observed.stream().map(table::row).toList())));
  }

  private static Element figure(Observation observation, double nominal) {
    List<Row> rows = observation.observed().stream().map(FrequenciesSection::row).toList();
    double highest = rows.stream().mapToDouble(Row::high).reduce(nominal, Math::max);
    Caption caption =
        new Caption(
            "observed-persecond",
            "Observed cycles per second of " + observation.name(),
            "The longest loop showed " + range(last(observation)) + " MHz.");
    return Element.of(
        "figure",
        Element.of("h3", "Loops timed by ", PageElements.name(observation.name())),
        IntervalPlot.of(caption, rows, Axis.fromZero(highest), "MHz"));
  }

  private static Row row(Observed range) {
    String time = RoundedNumbers.time(1e3 * range.microseconds());
    return new Row(
        RoundedNumbers.integer(range.loops()) + " loops, " + time,
        range(range),
        range.lowHz() / MHZ,
        Double.NaN,
        range.highHz() / MHZ,
        List.of());
  }

  private static Observed last(Observation observation) {
    return observation.observed().get(observation.observed().size() - 1);
  }

  private static String range(Observed range) {
    return Formatted.of("%,.0f to %,.0f", range.lowHz() / MHZ, range.highHz() / MHZ);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.tools.observe.InfoMeasurements.Observed;
import org.cyclecounter.tools.observe.Observation;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Caption;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.IntervalPlot;
import org.cyclecounter.tools.text.Formatted;

/**
 * The frequencies that loops of growing length showed, as ranges: info's observed persecond.
 *
 * <p>Loops that were too short for a clock of microseconds, or during which a counter ran
 * backwards, have no range, so the number of rows differs.
 */
final class FrequenciesSection {

  private static final double MHZ = 1e6;

  private FrequenciesSection() {}

  static Optional<Element> of(PageInput input) {
    Observation first = input.observation(input.diagnosis().selected().name());
    List<Observation> observed =
        input.observations().stream()
            .filter(observation -> !observation.observed().isEmpty())
            .toList();
    if (observed.isEmpty()) {
      return Optional.empty();
    }
    Element section =
        Frame.section("frequencies", "Observed persecond")
            .add(
                PageText.quiet(
                    "p",
                    "Cycles per second observed over a loop: the clock counts microseconds, which"
                        + " leaves a range that narrows as the loop grows."));
    if (first != null && !first.observed().isEmpty()) {
      section.add(figure(first));
    }
    return Optional.of(section.add(table(observed)));
  }

  private static Element figure(Observation observation) {
    List<IntervalPlot.Row> rows = new ArrayList<>();
    double highest = observation.cyclesPerSecond() / MHZ;
    for (Observed range : observation.observed()) {
      highest = Math.max(highest, range.highHz() / MHZ);
      rows.add(
          new IntervalPlot.Row(
              Numbers.integer(range.loops())
                  + " loops, "
                  + Numbers.time(1e3 * range.microseconds()),
              range(range),
              range.lowHz() / MHZ,
              Double.NaN,
              range.highHz() / MHZ,
              List.of()));
    }
    Caption caption =
        new Caption(
            "observed-persecond",
            "Observed cycles per second of " + observation.name(),
            "The longest loop showed " + range(last(observation)) + " MHz.");
    return Element.of("figure")
        .add(
            Element.of("h3", "Loops timed by ", PageText.name(observation.name())),
            IntervalPlot.of(caption, rows, Axis.fromZero(highest), "MHz"));
  }

  private static Element table(List<Observation> observed) {
    Element body = Element.of("tbody");
    for (Observation observation : observed) {
      Element name = Element.of("th", PageText.name(observation.name())).with("scope", "row");
      Element shortest = Element.of("td", range(observation.observed().get(0)));
      body.add(Element.of("tr", name, shortest, Element.of("td", range(last(observation)))));
    }
    List<String> columns = List.of("Counter", "Shortest loop, MHz", "Longest loop, MHz");
    return Element.of("table", PageText.head(columns), body);
  }

  private static Observed last(Observation observation) {
    return observation.observed().get(observation.observed().size() - 1);
  }

  private static String range(Observed range) {
    return Formatted.of("%,.0f to %,.0f", range.lowHz() / MHZ, range.highHz() / MHZ);
  }
}

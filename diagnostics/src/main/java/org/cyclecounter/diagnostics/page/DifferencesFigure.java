// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.List;
import org.cyclecounter.diagnostics.observe.Differences;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Caption;
import org.cyclecounter.diagnostics.svg.CumulativePlot;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The distribution of the differences between adjacent readings, drawn and in numbers.
 *
 * <p>The table below has the numbers of the picture, for those who do not see it and for those who
 * copy.
 */
final class DifferencesFigure {

  private static final String TITLE = "Differences between adjacent readings";

  private DifferencesFigure() {}

  static Element of(
      String id, Observation observation, Differences differences, Scales scales, String unit) {
    double count = differences.count();
    List<CumulativePlot.Step> steps =
        differences.steps().stream()
            .map(step -> new CumulativePlot.Step(step.cycles(), step.atMost() / count))
            .toList();
    String sentence = sentence(differences, unit);
    Caption caption =
        new Caption(id + "-differences", TITLE + " of " + observation.name(), sentence);
    Axis axis = Axis.fromZero(scales.max(observation.name()));
    String drawn =
        Formatted.of(
            "Drawn from 0 to %s %s, %s.",
            Axis.label(axis.to()), unit, scales.sharedWith(observation.name()));
    return Element.of(
        "figure",
        Element.of("h4", TITLE),
        CumulativePlot.of(caption, steps, axis, unit, differences.outliers()),
        Element.of(
            "figcaption",
            numbers(differences, unit),
            Element.of("p", sentence),
            PageElements.quiet("p", drawn)));
  }

  private static String sentence(Differences differences, String unit) {
    int outliers = differences.outliers();
    String negative =
        differences.negative() == 0
            ? "none is negative"
            : RoundedNumbers.count(differences.negative(), "is", "are")
                + (" negative, down to " + RoundedNumbers.cycles(differences.smallest(), unit));
    return Formatted.of(
        "%s of %,d %s beyond the 99.9th percentile%s; %s zero, %s.",
        outliers == 0 ? "None" : RoundedNumbers.integer(outliers),
        differences.count(),
        outliers > 1 ? "lie" : "lies",
        outliers == 0 ? "" : ", up to " + RoundedNumbers.cycles(differences.largest(), unit),
        RoundedNumbers.count(differences.zero(), "is", "are"),
        negative);
  }

  private static Element numbers(Differences differences, String unit) {
    Table<Differences> table =
        new Table<Differences>("")
            .column("At most", "", each -> PageElements.capital(unit))
            .column("least", "number", each -> RoundedNumbers.integer(each.smallest()));
    for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
      String percent = Axis.label(100 * share) + " %";
      table.column(percent, "number", each -> RoundedNumbers.integer(each.percentile(share)));
    }
    return table.of(List.of(table.row(differences)));
  }
}

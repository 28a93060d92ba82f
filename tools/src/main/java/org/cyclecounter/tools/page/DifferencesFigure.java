// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.List;
import java.util.Locale;
import org.cyclecounter.tools.observe.Differences;
import org.cyclecounter.tools.observe.Observation;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Caption;
import org.cyclecounter.tools.svg.CumulativePlot;
import org.cyclecounter.tools.svg.Element;

/** The distribution of the differences between adjacent readings, drawn and in numbers. */
final class DifferencesFigure {

  private static final String TITLE = "Differences between adjacent readings";

  private DifferencesFigure() {}

  static Element of(String id, Observation observation, Differences apart, Scales.Scale scale) {
    List<CumulativePlot.Step> steps =
        apart.steps().stream()
            .map(step -> new CumulativePlot.Step(step.cycles(), share(step, apart)))
            .toList();
    Caption caption =
        new Caption(id + "-differences", TITLE + " of " + observation.name(), sentence(apart));
    Axis axis = Axis.fromZero(scale.max());
    Element plot = CumulativePlot.of(caption, steps, axis, "cycles", apart.outliers());
    return Element.of("figure")
        .add(
            Element.of("h4", TITLE),
            plot,
            Element.of("figcaption")
                .add(
                    numbers(apart),
                    Element.of("p", sentence(apart)),
                    PageText.quiet(
                        "p",
                        String.format(
                            Locale.ROOT,
                            "Drawn from 0 to %s cycles, %s.",
                            Axis.label(axis.to()),
                            scale.sharedWith(observation.name())))));
  }

  private static double share(Differences.Step step, Differences apart) {
    return (double) step.atMost() / apart.count();
  }

  private static String sentence(Differences apart) {
    String beyond =
        apart.outliers() == 0
            ? "None of " + Numbers.integer(apart.count()) + " lies beyond the 99.9th percentile"
            : Numbers.integer(apart.outliers())
                + " of "
                + Numbers.integer(apart.count())
                + (apart.outliers() == 1 ? " lies" : " lie")
                + " beyond the 99.9th percentile, up to "
                + Numbers.cycles(apart.largest());
    String negative =
        apart.negative() == 0 ? "none is" : Numbers.count(apart.negative(), "is", "are");
    return beyond
        + "; "
        + Numbers.count(apart.zero(), "is", "are")
        + " zero, "
        + negative
        + " negative"
        + (apart.negative() == 0 ? "." : ", down to " + Numbers.cycles(apart.smallest()) + ".");
  }

  private static Element numbers(Differences apart) {
    Element head = Element.of("tr").add(head("At most"));
    Element row = Element.of("tr").add(Element.of("th", "Cycles").with("scope", "row"));
    double[] shares = {0, 0.5, 0.9, 0.99, 0.999};
    String[] names = {"least", "50 %", "90 %", "99 %", "99.9 %"};
    for (int i = 0; i < shares.length; i++) {
      head.add(head(names[i]).with("class", "number"));
      long cycles = i == 0 ? apart.smallest() : apart.percentile(shares[i]);
      row.add(Element.of("td", Numbers.integer(cycles)).with("class", "number"));
    }
    return Element.of("table").add(Element.of("thead").add(head), Element.of("tbody").add(row));
  }

  private static Element head(String text) {
    return Element.of("th", text).with("scope", "col");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.cyclecounter.diagnostics.svg.Drawn.Place;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class PlotsTest {

  private static final Caption CAPTION = new Caption("plot-1", "A title", "What is seen");

  private static Document drawn(Element svg) {
    return Drawn.parse(svg.toString());
  }

  @Test
  void thinsManyStepsButKeepsTheLast() {
    List<CumulativePlot.Step> steps =
        IntStream.rangeClosed(1, 10_000)
            .mapToObj(i -> new CumulativePlot.Step(i, i / 10_000.0))
            .toList();
    Axis axis = Axis.fromZero(10_000);
    Axis x = Drawn.ofSteps(axis);
    String svg = CumulativePlot.of(CAPTION, steps, axis, "cycles", 7).toString();
    assertThat(svg).hasSizeLessThan(12_000).contains("7", "beyond", "cycles");
    List<Place> curve = Drawn.path(Drawn.picture(Drawn.parse(svg), "plot-1"), "curve");
    Place last = curve.get(curve.size() - 1);
    assertThat(Drawn.valueAt(Drawn.ofShares(), last.y())).isEqualTo(100);
    for (Place place : curve) { // a straight line, nowhere off by more than a unit
      double value = Drawn.valueAt(x, place.x());
      assertThat(Drawn.valueAt(Drawn.ofShares(), place.y())).isCloseTo(value / 100, within(0.8));
    }
  }

  @Test
  void intervalHasItsDotAndASampleOfItsValues() {
    Axis axis = Axis.fromZero(100);
    List<Double> raw = IntStream.range(0, 1000).mapToObj(i -> 40.0 + i % 20).toList();
    List<IntervalPlot.Row> rows =
        List.of(
            new IntervalPlot.Row("first", "40 runs", 45, 50, 55, raw),
            new IntervalPlot.Row("x".repeat(300), "", 10, Double.NaN, 90, List.of()));
    Document document = drawn(IntervalPlot.of(CAPTION, rows, axis, "cycles"));
    org.w3c.dom.Element picture = Drawn.picture(document, "plot-1");
    Axis x = Drawn.ofIntervals(axis);
    assertThat(Drawn.path(picture, "raw"))
        .hasSizeBetween(100, 400)
        .allSatisfy(place -> assertThat(Drawn.valueAt(x, place.x())).isBetween(39.99, 59.01));
    List<org.w3c.dom.Element> dots = Drawn.all(picture, "circle");
    assertThat(dots).hasSize(1);
    assertThat(Drawn.valueAt(x, Double.parseDouble(dots.get(0).getAttribute("cx"))))
        .isCloseTo(50, within(0.01));
    assertThat(picture.getTextContent()).contains("40 runs", "x".repeat(26) + "...");
  }
}

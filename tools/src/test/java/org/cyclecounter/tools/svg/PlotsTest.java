// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.tools.svg.Drawn.Place;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class PlotsTest {

  private static final Caption CAPTION = new Caption("plot-1", "A title", "What <is> seen");

  /** Coordinates have two digits behind the point. */
  private static final double ROUNDING = 0.005;

  private static Document drawn(Element svg) {
    return Drawn.parse(svg.toString());
  }

  @Test
  void aPictureHasATitleAndADescriptionForThoseWhoDoNotSeeIt() {
    Element svg = SeriesPlot.of(CAPTION, List.of(), Axis.aroundZero(1, 1), "m");
    org.w3c.dom.Element picture = Drawn.picture(drawn(svg), "plot-1");
    assertThat(picture.getAttribute("role")).isEqualTo("img");
    assertThat(picture.getAttribute("aria-labelledby")).isEqualTo("plot-1-title plot-1-desc");
    assertThat(Drawn.all(picture, "title").get(0).getTextContent()).isEqualTo("A title");
    assertThat(Drawn.all(picture, "desc").get(0).getTextContent()).isEqualTo("What <is> seen");
  }

  @Test
  void stepsAreDrawnWhereTheyAre() {
    Axis axis = Axis.fromZero(1000);
    List<CumulativePlot.Step> steps =
        List.of(
            new CumulativePlot.Step(26, 0.5),
            new CumulativePlot.Step(52, 0.9),
            new CumulativePlot.Step(1000, 1));
    Document document = drawn(CumulativePlot.of(CAPTION, steps, axis, "cycles", 7));
    List<Place> curve = Drawn.path(Drawn.picture(document, "plot-1"), "curve");
    Axis x = Drawn.ofSteps(axis);
    Axis y = Drawn.ofShares();
    double perUnit = Drawn.valueAt(x, x.begin() + ROUNDING);
    assertThat(Drawn.valueAt(x, curve.get(0).x())).isZero();
    assertThat(Drawn.valueAt(y, curve.get(0).y())).isZero();
    for (int i = 0; i < steps.size(); i++) {
      Place top = curve.get(2 + 2 * i);
      assertThat(Drawn.valueAt(x, top.x())).isCloseTo(steps.get(i).value(), within(perUnit));
      assertThat(Drawn.valueAt(y, top.y())).isCloseTo(100 * steps.get(i).share(), within(0.01));
    }
    assertThat(document.getDocumentElement().getTextContent()).contains("7", "beyond", "cycles");
  }

  @Test
  void manyStepsAreThinnedButTheLastIsKept() {
    List<CumulativePlot.Step> steps = new ArrayList<>();
    for (int i = 1; i <= 10_000; i++) {
      steps.add(new CumulativePlot.Step(i, i / 10_000.0));
    }
    Axis axis = Axis.fromZero(10_000);
    Axis x = Drawn.ofSteps(axis);
    String svg = CumulativePlot.of(CAPTION, steps, axis, "cycles", 0).toString();
    assertThat(svg).hasSizeLessThan(12_000);
    List<Place> curve = Drawn.path(Drawn.picture(Drawn.parse(svg), "plot-1"), "curve");
    Place last = curve.get(curve.size() - 1);
    assertThat(Drawn.valueAt(Drawn.ofShares(), last.y())).isEqualTo(100);
    for (Place place : curve) { // a straight line, nowhere off by more than a unit
      double value = Drawn.valueAt(x, place.x());
      assertThat(Drawn.valueAt(Drawn.ofShares(), place.y())).isCloseTo(value / 100, within(0.8));
    }
  }

  @Test
  void aSeriesIsDrawnWhereItIs() {
    List<SeriesPlot.Point> points =
        List.of(
            new SeriesPlot.Point(0, 0), new SeriesPlot.Point(0.5, -8), new SeriesPlot.Point(1, 3));
    Axis values = Axis.aroundZero(8, 1);
    Document document = drawn(SeriesPlot.of(CAPTION, points, values, "µs"));
    List<Place> curve = Drawn.path(Drawn.picture(document, "plot-1"), "curve");
    assertThat(curve).hasSize(3);
    Axis x = Drawn.ofSecond();
    Axis y = Drawn.ofSeries(values);
    for (int i = 0; i < 3; i++) {
      assertThat(Drawn.valueAt(x, curve.get(i).x())).isCloseTo(points.get(i).x(), within(1e-4));
      assertThat(Drawn.valueAt(y, curve.get(i).y())).isCloseTo(points.get(i).y(), within(1e-3));
    }
  }

  @Test
  void intervalsHaveTheirDotAndTheRawValuesBehind() {
    Axis axis = Axis.fromZero(100);
    List<Double> raw = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      raw.add(40.0 + i % 20);
    }
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
    assertThat(picture.getTextContent()).contains("40 runs", "x".repeat(44) + "...");
  }
}

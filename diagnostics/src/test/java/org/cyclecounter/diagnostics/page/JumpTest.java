// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeMap;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Drawn;
import org.cyclecounter.diagnostics.svg.Drawn.Place;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A counter that jumps is seen to: by the coordinates that a browser draws. */
class JumpTest {

  private static final long STEP = 26;
  private static final long JUMP = 940;

  private static Document page(Inputs inputs) {
    return Drawn.parse(Page.html(inputs.make()));
  }

  private static Inputs jumping() {
    return Inputs.of()
        .selected("jumping", Scope.SYSTEM, Counted.TICKS)
        .observed(
            "jumping",
            Inputs.differences(1000, i -> i % 10 == 0 ? JUMP : STEP),
            Inputs.drift(150_000, 40),
            null);
  }

  /** Reads the labels below a picture back: the axis that a reader sees. */
  private static Axis horizontal(Element picture) {
    TreeMap<Double, Double> ticks = new TreeMap<>();
    for (Element text : Drawn.all(picture, "text")) {
      boolean isBelow = Double.parseDouble(text.getAttribute("y")) > 170;
      if (text.getAttribute("class").equals("tick")
          && isBelow
          && text.getAttribute("text-anchor").equals("middle")) {
        double value = Double.parseDouble(text.getTextContent().replace(",", ""));
        ticks.put(Double.parseDouble(text.getAttribute("x")), value);
      }
    }
    return new Axis(
        ticks.firstEntry().getValue(),
        ticks.lastEntry().getValue(),
        ticks.firstKey(),
        ticks.lastKey());
  }

  @Test
  void distributionRisesAtTheStepAndAtTheJumpOnly() {
    Element picture = Drawn.picture(page(jumping()), "counter-1-differences");
    Axis x = horizontal(picture);
    assertThat(x.from()).isZero();
    Axis y = Drawn.ofShares();
    List<Place> curve = Drawn.path(picture, "curve");
    TreeMap<Long, Double> rises = new TreeMap<>();
    for (int i = 1; i < curve.size(); i++) {
      double rise = Drawn.valueAt(y, curve.get(i).y()) - Drawn.valueAt(y, curve.get(i - 1).y());
      if (Math.abs(rise) > 0.01) {
        rises.merge(Math.round(Drawn.valueAt(x, curve.get(i).x())), rise, Double::sum);
      }
    }
    assertThat(rises).containsOnlyKeys(STEP, JUMP);
    assertThat(rises.get(STEP)).isCloseTo(90, within(0.1));
    assertThat(rises.get(JUMP)).isCloseTo(10, within(0.1));
  }

  @Test
  void driftJumpsWhenTheCounterDid() {
    Element picture = Drawn.picture(page(jumping()), "counter-1-drift");
    Axis x = horizontal(picture);
    Axis y = Drawn.ofSeries(Axis.aroundZero(150, 1)); // in microseconds
    List<Place> curve = Drawn.path(picture, "curve");
    for (Place place : curve) {
      boolean isAfter = Drawn.valueAt(x, place.x()) > 0.395;
      assertThat(Drawn.valueAt(y, place.y())).isCloseTo(isAfter ? 150 : 0, within(0.05));
    }
    assertThat(curve).hasSize(101);
  }
}

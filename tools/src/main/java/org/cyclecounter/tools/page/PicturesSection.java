// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.tools.observe.Crossing;
import org.cyclecounter.tools.observe.Differences;
import org.cyclecounter.tools.observe.Drift;
import org.cyclecounter.tools.observe.Observation;
import org.cyclecounter.tools.svg.Element;
import org.jspecify.annotations.Nullable;

/** What each usable counter looks like. */
final class PicturesSection {

  /** Less than a microsecond is drawn on a scale of one: it is mostly the clock's. */
  static final double MIN_DRIFT_NS = 1000;

  private static final int MAX_BYTES = 90_000;

  private PicturesSection() {}

  static Optional<Element> of(PageInput input) {
    if (input.observations().isEmpty() && input.unopened().isEmpty()) {
      return Optional.empty(); // nothing has been looked at yet
    }
    Map<String, Double> differences = new LinkedHashMap<>();
    Map<String, Double> drifts = new LinkedHashMap<>();
    for (Observation one : input.observations()) {
      Differences apart = one.differences();
      if (apart != null) {
        differences.put(one.name(), (double) apart.percentile(0.999));
      }
      Drift drift = one.drift();
      if (drift != null) {
        drifts.put(one.name(), Math.max(MIN_DRIFT_NS, drift.largestNs()));
      }
    }
    Map<String, Scales.Scale> ofDifferences = Scales.of(differences);
    Map<String, Scales.Scale> ofDrifts = Scales.of(drifts);
    Element section = Frame.section("pictures", "What each usable counter looks like");
    section.add(PageText.quiet("p", INTRODUCTION));
    List<CounterReport> usable = PageInput.usable(input.report());
    return Optional.of(
        section.add(
            SizeBudget.fill(
                MAX_BYTES,
                section,
                usable,
                counter -> {
                  String name = counter.name();
                  String id = "counter-" + (1 + usable.indexOf(counter));
                  return article(id, name, input, ofDifferences.get(name), ofDrifts.get(name));
                })));
  }

  private static Element article(
      String id,
      String name,
      PageInput input,
      Scales.@Nullable Scale ofDifferences,
      Scales.@Nullable Scale ofDrift) {
    Element article =
        Element.of("article")
            .with("class", "counter")
            .with("aria-labelledby", id)
            .add(Element.of("h3").with("id", id).add(PageText.name(name)));
    Observation observation = input.observation(name);
    if (observation == null) {
      return article.add(
          Element.of(
              "p", PageText.capital(input.unopened().getOrDefault(name, PageText.GONE)) + "."));
    }
    if (!observation.isWhole()) {
      article.add(incomplete(observation));
    }
    Element pictures = Element.of("div").with("class", "pictures");
    Differences apart = observation.differences();
    if (apart != null && ofDifferences != null) {
      pictures.add(DifferencesFigure.of(id, observation, apart, ofDifferences));
    }
    Drift drift = observation.drift();
    if (drift != null && ofDrift != null) {
      pictures.add(DriftFigure.of(id, observation, drift, ofDrift));
    } else {
      pictures.add(Element.of("p", "It could not be observed for a whole second."));
    }
    return article.add(pictures, Element.of("p", crossing(observation)).with("class", "crossing"));
  }

  private static final String INTRODUCTION =
      "All counters were read during the same second, by one thread that computed. Pictures share a"
          + " scale if their largest values differ by less than a factor of five.";

  private static Element incomplete(Observation observation) {
    Element text = Element.of("p");
    return observation.failure().isEmpty()
        ? text.text("It was lost in the meantime; readings continued with ")
            .add(PageText.name(observation.readLast()))
            .text(".")
        : text.text("A read failed: ").add(PageText.given(observation.failure())).text(".");
  }

  private static String crossing(Observation observation) {
    Crossing crossing = observation.crossing();
    if (crossing == null) {
      return "Between processors: not compared, because its readings can be compared within one "
          + (observation.scope() == Scope.THREAD ? "thread" : "core")
          + " only.";
    }
    return "Between processors: " + words(crossing);
  }

  private static String words(Crossing crossing) {
    if (crossing.processors() < 2) {
      return "nothing to compare, because there is only one here.";
    }
    if (crossing.handovers() == 0) {
      return "not compared, because two threads could not read it in turn within a second.";
    }
    String where =
        crossing.pinned()
            ? " between " + crossing.processors() + " processors, by threads bound to them."
            : " between two threads, which could not be bound to processors.";
    String readings = Numbers.count(crossing.handovers(), "reading", "readings") + " handed over";
    return crossing.backwards() == 0
        ? "never ran backwards in " + readings + where
        : "ran backwards in "
            + Numbers.integer(crossing.backwards())
            + " of "
            + readings
            + where
            + " The largest step back was "
            + Numbers.cycles(crossing.largestCycles())
            + ".";
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.Crossing;
import org.cyclecounter.diagnostics.observe.Differences;
import org.cyclecounter.diagnostics.observe.Drift;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Two plots for each usable counter, and how it behaves between processors.
 *
 * <p>Ids are numbers and not names: a name may hold anything, and an id must be one word.
 */
record PicturesSection(
    SelectionSnapshot input,
    List<CounterReport> usable,
    Scales differenceScales,
    Scales driftScales) {

  /** The least reach of a drift's axis: less than a microsecond is mostly the clock's. */
  static final double MIN_DRIFT_NS = 1000;

  private static final int MAX_BYTES = 90_000;

  private static final String INTRODUCTION =
      "All counters were read during the same second, by one thread that computed. Pictures share a"
          + " scale if their largest values differ by less than a factor of five.";

  static Optional<Element> of(SelectionSnapshot input) {
    if (input.observations().isEmpty() && input.unopened().isEmpty()) {
      return Optional.empty(); // nothing has been looked at yet
    }
    PicturesSection pictures =
        new PicturesSection(
            input,
            SelectionSnapshot.usable(input.report()),
            new Scales(input.observations(), PicturesSection::largestDifference),
            new Scales(input.observations(), PicturesSection::largestDriftNs));
    List<Element> articles = new ArrayList<>();
    List<Element> left = SizeBudget.fill(MAX_BYTES, articles, pictures.usable, pictures::article);
    return Optional.of(
        PageFrame.section(
            "pictures",
            "What each usable counter looks like",
            PageElements.quiet("p", INTRODUCTION),
            articles,
            left));
  }

  private static double largestDifference(Observation observation) {
    Differences differences = observation.differences();
    return differences == null ? Double.NaN : differences.percentile(0.999);
  }

  private static double largestDriftNs(Observation observation) {
    Drift drift = observation.drift();
    return drift == null ? Double.NaN : Math.max(MIN_DRIFT_NS, drift.largestNs());
  }

  private Element article(CounterReport counter) {
    String name = counter.name();
    String id = "counter-" + (1 + usable.indexOf(counter));
    Element article =
        Element.styled(
                "article", "counter", Element.of("h3", PageElements.name(name)).with("id", id))
            .with("aria-labelledby", id);
    Observation observation = input.observation(name);
    if (observation == null) {
      String why = input.unopened().getOrDefault(name, SelectionSnapshot.GONE);
      return article.add(Element.of("p", PageElements.capital(why) + "."));
    }
    if (!observation.isWhole()) {
      article.add(incomplete(observation));
    }
    Element pictures = Element.styled("div", "pictures");
    Differences differences = observation.differences();
    if (differences != null) {
      pictures.add(
          DifferencesFigure.of(id, observation, differences, differenceScales, input.unit(name)));
    }
    Drift drift = observation.drift();
    pictures.add(
        drift == null
            ? Element.of("p", "It could not be observed for a whole second.")
            : DriftFigure.of(id, observation, drift, driftScales));
    return article.add(
        pictures,
        Element.styled(
            "p", "crossing", "Between processors: " + crossing(observation, input.unit(name))));
  }

  private static Element incomplete(Observation observation) {
    return observation.failure().isEmpty()
        ? Element.of(
            "p",
            "It was lost in the meantime; readings continued with ",
            PageElements.name(observation.readLast()),
            ".")
        : Element.of("p", "A read failed: ", PageElements.given(observation.failure()), ".");
  }

  private static String crossing(Observation observation, String unit) {
    Crossing crossing = observation.crossing();
    if (crossing == null) {
      return "not compared, because its readings can be compared within one "
          + (observation.scope() == Scope.THREAD ? "thread" : "core")
          + " only.";
    }
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
    String readings =
        RoundedNumbers.count(crossing.handovers(), "reading", "readings") + " handed over";
    return crossing.backwards() == 0
        ? "never ran backwards in " + readings + where
        : Formatted.of(
            "ran backwards in %,d of %s%s The largest step back was %s.",
            crossing.backwards(),
            readings,
            where,
            RoundedNumbers.cycles(crossing.largestCycles(), unit));
  }
}

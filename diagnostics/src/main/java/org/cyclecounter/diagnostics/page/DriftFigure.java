// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.List;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.Drift;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Caption;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.svg.SeriesPlot;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * A counter's drift against the monotonic clock, drawn and in numbers.
 *
 * <p>Time goes to the right, the lead over a straight line of the counter's own rate upwards: a
 * constant error of the rate is in the words, where a picture would show it as a slope and nothing
 * else.
 */
final class DriftFigure {

  private static final String TITLE = "Drift against the monotonic clock";

  /** In nanoseconds. */
  private static final double MICROSECOND = 1e3;

  /** In nanoseconds. */
  private static final double MILLISECOND = 1e6;

  /** Parts per million; what is more is a ratio. */
  private static final double MUCH = 10_000;

  /** Parts per million: less cannot be measured in a second. */
  private static final double NOTHING = 0.005;

  private DriftFigure() {}

  static Element of(String id, Observation observation, Drift drift, Scales scales) {
    String name = observation.name();
    // By the scale and not by the counter's own drift: pictures on one scale have one unit.
    double maxNs = scales.max(name);
    boolean isSmall = maxNs < MILLISECOND / 2;
    double unit = isSmall ? MICROSECOND : MILLISECOND;
    String unitName = isSmall ? "µs" : "ms";
    List<SeriesPlot.Point> points =
        drift.points().stream()
            .map(point -> new SeriesPlot.Point(point.seconds(), point.aheadNs() / unit))
            .toList();
    Axis values = Axis.aroundZero(maxNs / unit, PicturesSection.MIN_DRIFT_NS / unit);
    String sentence = sentence(drift);
    Caption caption = new Caption(id + "-drift", TITLE + " of " + name, sentence);
    String still =
        observation.scope() == Scope.THREAD
            ? " It stands still while its thread does not run."
            : "";
    String drawn =
        Formatted.of(
            "Drawn: how far it was ahead of a straight line, up to ±%s %s, %s.",
            Axis.label(values.to()), unitName, scales.sharedWith(name));
    return Element.of(
        "figure",
        Element.of("h4", TITLE),
        SeriesPlot.of(caption, points, values, unitName),
        Element.of(
            "figcaption", Element.of("p", sentence + still), PageElements.quiet("p", drawn)));
  }

  private static String sentence(Drift drift) {
    return Formatted.of(
        "%s; never more than %s from a straight line, %s",
        PageElements.capital(rate(drift)), RoundedNumbers.time(drift.largestNs()), jumps(drift));
  }

  private static String rate(Drift drift) {
    double size = Math.abs(drift.ppm());
    String nominal = RoundedNumbers.hertz(drift.nominalHz()) + " it is scaled to";
    if (size < NOTHING) {
      return "at the " + nominal;
    }
    String deviation =
        size > MUCH
            ? RoundedNumbers.hertz(drift.hz()) + Formatted.of(", %.1f %%", size / 1e4)
            : RoundedNumbers.digits(size) + " ppm";
    return deviation + (drift.ppm() < 0 ? " slower" : " faster") + " than the " + nominal;
  }

  private static String jumps(Drift drift) {
    return drift.jumps() == 0
        ? "without a jump."
        : Formatted.of(
            "with %s, the largest of %s.",
            RoundedNumbers.count(drift.jumps(), "jump", "jumps"),
            RoundedNumbers.time(drift.largestJumpNs()));
  }
}

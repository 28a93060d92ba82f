// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.support.ProviderText;

/**
 * The lines of {@code cpucycles-info} of the release of libcpucycles that scores: existing parsers
 * work unchanged.
 *
 * <p>A contract with others' scripts: words, their order and the number of decimals stay, even
 * where the words are not this project's. Lines begin with {@code cpucycles}, by which they are
 * found. The version is libcpucycles's, too: eight digits.
 */
public final class InfoText {

  private InfoText() {}

  /** Measures, and returns all lines, without line ends. */
  public static List<String> lines(Selected selected) {
    InfoMeasurements measurements = InfoMeasurements.of(selected.counter(), selected.scoring());
    // The report as it is now: a loss during the measurement shows.
    return lines(selected.report(), measurements);
  }

  /** Returns all lines of a report. */
  static List<String> lines(SelectionReport report, InfoMeasurements measurements) {
    List<String> lines = new ArrayList<>();
    lines.add("cpucycles version " + measurements.release().release());
    for (CounterReport counter : report.counters()) {
      lines.add(setup(lines.size() - 1, counter));
    }
    lines.add("cpucycles persecond " + report.cyclesPerSecond());
    lines.addAll(measured(report.implementation(), measurements));
    return lines;
  }

  /** Returns the lines that are about one counter. */
  public static List<String> measured(String implementation, InfoMeasurements measurements) {
    List<String> lines = new ArrayList<>();
    lines.add("cpucycles implementation " + implementation);
    lines.add(differences(measurements));
    measurements.observed().forEach(observed -> lines.add(observed(observed)));
    return lines;
  }

  private static String setup(int index, CounterReport counter) {
    return Formatted.of(
        "cpucycles tracesetup %d %s precision %d scaling %.6f only32 %d",
        index,
        Formatted.word(ProviderText.shorten(counter.name())), // a rejected name may be anything
        counter.precision(),
        counter.scaling(),
        counter.only32() ? 1 : 0);
  }

  /** Writes the middle, and how far each difference is from it, with a sign, in one line. */
  private static String differences(InfoMeasurements measurements) {
    long middle = measurements.middle();
    String word = measurements.release() == Scoring.LIBCPUCYCLES_20240114 ? "median" : "iqm";
    return measurements.differences().stream()
        .map(difference -> Formatted.of("%+d", difference - middle))
        .collect(Collectors.joining("", "cpucycles " + word + " " + middle + " ", ""));
  }

  private static String observed(InfoMeasurements.Observed observed) {
    return Formatted.of(
        "cpucycles observed persecond %d...%d with %d loops %d microseconds",
        observed.lowHz(), observed.highHz(), observed.loops(), observed.microseconds());
  }
}

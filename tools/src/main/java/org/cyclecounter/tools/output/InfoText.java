// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.observe.InfoMeasurements;
import org.cyclecounter.tools.text.Formatted;

/**
 * The lines of libcpucycles 20240114's {@code cpucycles-info}: existing parsers work unchanged.
 *
 * <p>A contract with others' scripts: words, their order and the number of decimals stay, even
 * where the words are not this project's. Lines begin with {@code cpucycles}, by which they are
 * found. The version is libcpucycles's, too: eight digits, to which the counters' names belong.
 */
public final class InfoText {

  private InfoText() {}

  /** Returns all lines, without line ends. */
  public static List<String> lines(SelectionReport report, InfoMeasurements measurements) {
    List<String> lines = new ArrayList<>();
    lines.add(Formatted.of("cpucycles version %s", Version.LIBCPUCYCLES));
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
    lines.add(median(measurements));
    measurements.observed().forEach(observed -> lines.add(observed(observed)));
    return lines;
  }

  private static String setup(int index, CounterReport counter) {
    return Formatted.of(
        "cpucycles tracesetup %d %s precision %d scaling %.6f only32 %d",
        index,
        ProviderText.word(ProviderText.shorten(counter.name())), // a rejected name may be anything
        counter.precision(),
        counter.scaling(),
        counter.only32() ? 1 : 0);
  }

  /**
   * Writes the median, and how far each difference is from it, with a sign: 63 numbers in one line.
   */
  private static String median(InfoMeasurements measurements) {
    long median = measurements.median();
    return measurements.differences().stream()
        .map(difference -> Formatted.of("%+d", difference - median))
        .collect(Collectors.joining("", "cpucycles median " + median + " ", ""));
  }

  private static String observed(InfoMeasurements.Observed observed) {
    return Formatted.of(
        "cpucycles observed persecond %d...%d with %d loops %d microseconds",
        observed.lowHz(), observed.highHz(), observed.loops(), observed.microseconds());
  }
}

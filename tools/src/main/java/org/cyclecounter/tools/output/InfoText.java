// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.tools.observe.InfoMeasurements;

/** The lines of libcpucycles 20240114's {@code cpucycles-info}: existing parsers work unchanged. */
public final class InfoText {

  private InfoText() {}

  /** All lines, without line ends. */
  public static List<String> lines(SelectionReport report, InfoMeasurements measurements) {
    Stream<String> head = Stream.of("cpucycles version " + report.version());
    Stream<String> setups =
        IntStream.range(0, report.counters().size())
            .mapToObj(i -> setup(i, report.counters().get(i)));
    Stream<String> perSecond = Stream.of("cpucycles persecond " + report.cyclesPerSecond());
    Stream<String> measured = measured(report.implementation(), measurements).stream();
    return Stream.of(head, setups, perSecond, measured).flatMap(lines -> lines).toList();
  }

  /** The lines that are about one counter. */
  public static List<String> measured(String implementation, InfoMeasurements measurements) {
    Stream<String> head =
        Stream.of("cpucycles implementation " + implementation, median(measurements));
    return Stream.concat(head, measurements.observed().stream().map(InfoText::observed)).toList();
  }

  private static String setup(int index, CounterReport counter) {
    return String.format(
        Locale.ROOT,
        "cpucycles tracesetup %d %s precision %d scaling %.6f only32 %d",
        index,
        ProviderText.word(ProviderText.shorten(counter.name())), // a rejected name may be anything
        counter.precision(),
        counter.scaling(),
        counter.only32() ? 1 : 0);
  }

  private static String median(InfoMeasurements measurements) {
    long median = measurements.median();
    return measurements.differences().stream()
        .map(difference -> String.format(Locale.ROOT, "%+d", difference - median))
        .collect(Collectors.joining("", "cpucycles median " + median + " ", ""));
  }

  private static String observed(InfoMeasurements.Observed one) {
    return String.format(
        Locale.ROOT,
        "cpucycles observed persecond %d...%d with %d loops %d microseconds",
        one.lowHz(),
        one.highHz(),
        one.loops(),
        one.microseconds());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.function.DoubleFunction;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.text.Formatted;

/**
 * Numbers as the pages write them, with as many digits as say something.
 *
 * <p>Three digits or so: a page is read by people, and JSON has all. Locale.ROOT everywhere, so
 * that a page is the same on machines of different countries.
 */
final class Numbers {

  private static final String UNKNOWN = "unknown";
  private static final String NO_INTERVAL = "none: fewer than 8 runs";

  private Numbers() {}

  static String integer(long value) {
    return Formatted.of("%,d", value);
  }

  static String count(long value, String singular, String plural) {
    return integer(value) + " " + (value == 1 ? singular : plural);
  }

  static String cycles(long value) {
    return count(value, "cycle", "cycles");
  }

  /** Formats a duration in the unit that suits it. */
  static String time(double ns) {
    return scaled(ns, "ns", "µs", "ms", "s");
  }

  /** Formats a frequency in the unit that suits it. */
  static String hertz(double hz) {
    return hz < 1e9 ? scaled(hz / 1e3, "kHz", "MHz") : Formatted.of("%.3f GHz", hz / 1e9);
  }

  private static String scaled(double value, String... units) {
    int unit = 0;
    double scaled = value;
    for (; Math.abs(scaled) >= 1e3 && unit < units.length - 1; unit++) {
      scaled /= 1e3;
    }
    return digits(scaled) + " " + units[unit];
  }

  /** Formats with three digits or more. */
  static String digits(double value) {
    double size = Math.abs(value);
    return size >= 100
        ? Axis.label(Math.rint(value))
        : Formatted.of(size >= 10 ? "%.1f" : "%.2f", value);
  }

  /** Formats cycles or nanoseconds per operation, with thousandths where they matter. */
  static String cost(double value) {
    double size = Math.abs(value);
    String format = size >= 1e3 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return Double.isNaN(value) ? UNKNOWN : Formatted.of(format, value);
  }

  static String costs(MedianInterval interval) {
    return range(interval, Numbers::cost);
  }

  static String ratio(double value) {
    return Double.isNaN(value) ? UNKNOWN : Formatted.of("%.3f", value);
  }

  static String ratios(MedianInterval interval) {
    return range(interval, Numbers::ratio);
  }

  private static String range(MedianInterval interval, DoubleFunction<String> format) {
    return Double.isInfinite(interval.low())
        ? NO_INTERVAL
        : format.apply(interval.low()) + " to " + format.apply(interval.high());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleFunction;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.diagnostics.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Formats numbers for the pages with three significant digits and the unit that suits them: a page
 * is read by people, and JSON has all. Locale.ROOT everywhere, so that a page is the same on
 * machines of different countries.
 */
final class RoundedNumbers {

  /** Costs below have been rounded away, or are those of nothing. */
  static final double NOTHING = 0.0005;

  private static final double MILLION = 1e6;

  private RoundedNumbers() {}

  static String integer(long value) {
    return Formatted.of("%,d", value);
  }

  static String count(long value, String singular, String plural) {
    return integer(value) + " " + (value == 1 ? singular : plural);
  }

  /** Returns the unit of what a counter counts, in the plural. */
  static String unit(@Nullable Counted counted, boolean isUnscaled) {
    return counted == Counted.TICKS && isUnscaled ? "ticks" : "cycles";
  }

  /** Formats a number of cycles or ticks. */
  static String cycles(long value, String unit) {
    return count(value, unit.substring(0, unit.length() - 1), unit);
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

  /** Formats with three significant digits; what is less than a thousandth is 0. */
  static String digits(double value) {
    if (!(Math.abs(value) >= NOTHING)) { // NaN, too
      return Double.isNaN(value) ? "unknown" : "0";
    }
    double million = Math.abs(value) >= MILLION ? MILLION : 1;
    BigDecimal rounded = BigDecimal.valueOf(value / million).round(new MathContext(3));
    int decimals = Math.max(0, 3 - rounded.precision() + rounded.scale());
    String number = Formatted.of("%,." + decimals + "f", rounded);
    return million == 1 ? number : number + " million";
  }

  /** Formats a ratio, with thousandths if it is below 2: a difference of 0.4 % is one. */
  static String ratio(double value) {
    return Math.abs(value) < 2 ? Formatted.of("%.3f", value) : digits(value); // NaN, too
  }

  /** Formats the ends of an interval, of which fewer than eight runs have none. */
  static String range(MedianInterval interval, DoubleFunction<String> format) {
    return Double.isInfinite(interval.low())
        ? "none: fewer than 8 runs"
        : format.apply(interval.low()) + " to " + format.apply(interval.high());
  }
}

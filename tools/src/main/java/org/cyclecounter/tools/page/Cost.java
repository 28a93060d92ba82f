// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.Locale;
import org.cyclecounter.bench.MedianInterval;

/** Numbers of the page. */
final class Cost {

  private static final double MANY = 1000;
  private static final double SOME = 10;

  private Cost() {}

  /** With so many digits as say something. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "unknown";
    }
    double magnitude = Math.abs(value);
    String format =
        magnitude >= MANY ? "%,.0f" : magnitude >= SOME ? "%.1f" : magnitude >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  static String between(MedianInterval interval) {
    return number(interval.low()) + " to " + number(interval.high());
  }

  static String ratio(double value) {
    return Double.isNaN(value) ? "unknown" : String.format(Locale.ROOT, "%.3f", value);
  }

  static String ratioBetween(MedianInterval interval) {
    return ratio(interval.low()) + " to " + ratio(interval.high());
  }
}

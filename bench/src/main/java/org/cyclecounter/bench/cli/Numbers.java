package org.cyclecounter.bench.cli;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers for people. */
final class Numbers {

  /** A number of more digits is printed without decimals, one of more than these with a power. */
  private static final double MANY = 1e8;

  private static final double TOO_MANY = 1e11;

  private Numbers() {}

  /** At most eleven characters; a hyphen where it is not known. */
  static String of(double value, int digits) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    if (size >= TOO_MANY) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    return String.format(Locale.ROOT, "%." + (size >= MANY ? 0 : digits) + "f", value);
  }

  /** Without needless zeros. */
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}

package org.cyclecounter.bench.cli;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers for people. */
final class Numbers {

  /** The columns that a number may take. */
  private static final int WIDTH = 11;

  private Numbers() {}

  /** With so many decimals as there is room for; a hyphen where it is not known. */
  static String of(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "-";
    }
    for (int digits = decimals; digits >= 0; digits--) {
      String number = String.format(Locale.ROOT, "%." + digits + "f", value);
      if (number.length() <= WIDTH) {
        return number;
      }
    }
    return String.format(Locale.ROOT, "%.3e", value);
  }

  /** Without needless zeros. */
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}

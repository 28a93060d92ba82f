// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.text;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text with values in it. */
public final class Formatted {

  private Formatted() {}

  /**
   * Formats by {@link Locale#ROOT}: output is parsed by programs and typed again by people, and
   * other locales have other digits and a comma for the point.
   */
  public static String of(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Formats without needless zeros, nor an exponent: 60, not 6E+1. */
  public static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Returns a constant's name as a word of texts and anchors, such as {@code off-core}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

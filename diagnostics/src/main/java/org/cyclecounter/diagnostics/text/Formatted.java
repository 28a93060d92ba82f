// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.text;

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

  /**
   * Makes a word for formats whose fields are separated by blanks: {@code _} replaces each
   * character that no counter's name may have, and is the word for an empty text.
   */
  public static String word(String text) {
    return text.isEmpty() ? "_" : text.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /** Returns a constant's name as a word of texts and anchors, such as {@code off-core}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

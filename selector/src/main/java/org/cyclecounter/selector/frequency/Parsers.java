// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.util.regex.Pattern;

/**
 * Parses numbers in texts of machines: pure functions, all results in Hz, 0 where there is none. A
 * text may be cut at any place, because files are read up to a limit only.
 */
final class Parsers {

  /** No frequency is longer, and a number of a million digits takes long. */
  private static final int MAX_DIGITS = 100;

  private Parsers() {}

  /** Any number of this length fits into a long. */
  private static final int FEW_DIGITS = 18;

  /**
   * Parses a text that begins with a number as C's {@code %lf} reads it, times a unit; fractions of
   * a hertz are cut off. A comment may follow.
   */
  static long number(String text, long unitHz) {
    String number = text.strip();
    long hz = plain(number, unitHz);
    return hz > 0 ? hz : anyNumber(number, unitHz);
  }

  /**
   * Parses digits with at most one point among them, as systems write a frequency, times a power of
   * ten; 0 for any other text or unit. No double, whose parser is several classes more (cold start
   * 15).
   */
  private static long plain(String text, long unitHz) {
    if (text.length() > FEW_DIGITS) {
      return 0;
    }
    long value = 0;
    long unit = unitHz;
    boolean isFraction = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && !isFraction) {
        isFraction = true;
        continue;
      }
      if (c < '0' || c > '9' || isFraction && unit % 10 != 0) {
        return 0;
      }
      unit = isFraction ? unit / 10 : unit;
      value = value * 10 + (c - '0');
    }
    return value > Long.MAX_VALUE / unit ? 0 : value * unit;
  }

  /**
   * Parses all other numbers: with an exponent, in hexadecimal, too large or too small for Hz; as C
   * does, by a double. Java's own parser wants an exponent in hexadecimal.
   */
  private static long anyNumber(String text, long unitHz) {
    boolean isHex = text.regionMatches(true, text.startsWith("+") ? 1 : 0, "0x", 0, 2);
    String characters = isHex ? "+-.0123456789abcdefABCDEFxXpP" : "+-.0123456789eE";
    int end = 0;
    while (end < text.length() && characters.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    if (end == 0 || end > MAX_DIGITS || !isIgnored(text.substring(end))) {
      return 0;
    }
    String number = text.substring(0, end);
    boolean needsExponent = isHex && number.indexOf('p') < 0 && number.indexOf('P') < 0;
    try {
      double hz = Double.parseDouble(needsExponent ? number + "p0" : number) * unitHz;
      return hz > 0 && hz < Long.MAX_VALUE ? (long) hz : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * Accepts text that may follow a number: none, Hz, a comment. Of 3 GHz and of 3,000,000,000 C
   * reads 3, which is never meant.
   */
  private static boolean isIgnored(String rest) {
    String text = rest.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return true;
    }
    boolean isApart = Character.isWhitespace(rest.charAt(0));
    if (text.regionMatches(true, 0, "Hz", 0, 2)) {
      return text.length() == 2 || !Character.isLetter(text.charAt(2));
    }
    boolean isOtherUnit =
        "kKmMgGtT".indexOf(text.charAt(0)) >= 0 && text.regionMatches(true, 1, "Hz", 0, 2);
    return isApart && !isOtherUnit && !Character.isDigit(text.charAt(0));
  }

  /**
   * Finds the first positive value of a line {@code key : 1234.567} or {@code key : 1234.567MHz},
   * in MHz.
   */
  static long megahertzOfLine(String text, String key) {
    long hz = 0;
    int end;
    for (int begin = 0; begin < text.length() && hz == 0; begin = end + 1) {
      end = text.indexOf('\n', begin);
      end = end < 0 ? text.length() : end;
      if (text.startsWith(key, begin) && begin + key.length() < end) {
        String rest = text.substring(begin + key.length(), end).strip();
        int unit = rest.endsWith("MHz") ? 3 : 0;
        hz = rest.startsWith(":") ? number(rest.substring(1, rest.length() - unit), 1_000_000) : 0;
      }
    }
    return hz;
  }

  /**
   * Parses the output of Solaris's {@code psrinfo -v}: {@code The sparcv9 processor operates at
   * 4133 MHz}.
   */
  static long psrinfo(String text) {
    return first("^(?>.*?The ).*? processor operates at ([0-9]++) MHz", text, 1_000_000);
  }

  /** Parses the output of AIX's {@code lsattr -E -l proc0 -a frequency}. */
  static long lsattr(String text) {
    return first("^frequency[ \\t]++([0-9]++)", text, 1);
  }

  /** Uses a regular expression: a program has been started for the text, which cost far more. */
  private static long first(String expression, String text, long unitHz) {
    return Pattern.compile(expression, Pattern.MULTILINE | Pattern.UNIX_LINES)
        .matcher(text)
        .results()
        .mapToLong(match -> number(match.group(1), unitHz))
        .filter(hz -> hz > 0)
        .findFirst()
        .orElse(0);
  }
}

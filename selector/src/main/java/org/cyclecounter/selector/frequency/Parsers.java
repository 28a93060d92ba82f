// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses numbers in texts of machines: pure functions, all results in Hz and positive. A text may
 * be cut at any place, because files are read up to a limit only.
 */
final class Parsers {

  /** The line's key on x86; on arm64 it is "Features", and has no bit of a hypervisor. */
  private static final String FLAGS = "flags\t";

  /** No frequency is longer, and arithmetic on a number of a million digits takes seconds. */
  private static final int MAX_DIGITS = 100;

  /** A number that C's strtod reads at the beginning of a text, but for infinity and NaN. */
  private static final String NUMBER =
      "\\+?(?:(?<hex>0[xX](?:[0-9a-fA-F]++\\.?|\\.(?=[0-9a-fA-F]))[0-9a-fA-F]*+)"
          + "(?<exponent>[pP][+-]?[0-9]++)?"
          + "|(?:[0-9]++\\.?|\\.(?=[0-9]))[0-9]*+(?:[eE][+-]?[0-9]++)?)";

  private Parsers() {}

  /** So many digits fit into a long, whatever they are. */
  private static final int FEW_DIGITS = 18;

  /**
   * Parses a text that begins with a number as C's {@code %lf} reads it, times a unit; fractions of
   * a hertz are cut off. A comment may follow.
   */
  static Optional<Long> number(String text, long unitHz) {
    String number = text.strip();
    long hz = plain(number, unitHz);
    return hz > 0 ? Optional.of(hz) : anyNumber(number, unitHz);
  }

  /**
   * Parses digits with at most one point among them, as systems write a frequency, times a power of
   * ten; 0 for any other text or unit. No BigDecimal: cold start 8.
   */
  private static long plain(String text, long unitHz) {
    if (text.length() > FEW_DIGITS) {
      return 0;
    }
    long value = 0;
    long unit = unitHz;
    int point = text.indexOf('.');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (i == point) {
        continue;
      }
      if (c < '0' || c > '9') {
        return 0;
      }
      if (point >= 0 && i > point) {
        if (unit % 10 != 0) {
          return 0;
        }
        unit /= 10;
      }
      value = value * 10 + (c - '0');
    }
    return value > Long.MAX_VALUE / unit ? 0 : value * unit;
  }

  /**
   * Parses all other numbers: with an exponent, in hexadecimal, too large or too small for Hz. The
   * first character is looked at, because some systems have a word instead of a frequency, and a
   * regular expression is expensive at a start (cold start 4).
   */
  private static Optional<Long> anyNumber(String text, long unitHz) {
    if (text.isEmpty() || "+.0123456789".indexOf(text.charAt(0)) < 0) {
      return Optional.empty();
    }
    Matcher number = Pattern.compile(NUMBER).matcher(text);
    if (!number.lookingAt()
        || number.end() > MAX_DIGITS
        || !isIgnored(text.substring(number.end()))) {
      return Optional.empty();
    }
    try {
      BigDecimal hz = value(number).multiply(BigDecimal.valueOf(unitHz));
      boolean fits =
          hz.compareTo(BigDecimal.ONE) >= 0
              && hz.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
      return fits ? Optional.of(hz.longValue()) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Converts what has been found; Java wants an exponent in hexadecimal. */
  private static BigDecimal value(Matcher number) {
    return number.group("hex") == null
        ? new BigDecimal(number.group())
        : new BigDecimal(
            Double.parseDouble(number.group() + (number.group("exponent") == null ? "p0" : "")));
  }

  /**
   * Accepts what may follow a number: nothing, Hz, a comment. Of 3 GHz and of 3,000,000,000 C reads
   * 3, which nobody means.
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
        text.length() > 2
            && "kKmMgGtT".indexOf(text.charAt(0)) >= 0
            && text.regionMatches(true, 1, "Hz", 0, 2);
    return isApart && !isOtherUnit && !Character.isDigit(text.charAt(0));
  }

  /**
   * Finds the first positive value of a line {@code key : 1234.567} or {@code key : 1234.567MHz},
   * in MHz.
   */
  static Optional<Long> megahertzOfLine(String text, String key) {
    int end;
    for (int begin = 0; begin < text.length(); begin = end + 1) {
      end = text.indexOf('\n', begin);
      end = end < 0 ? text.length() : end;
      if (text.startsWith(key, begin) && begin + key.length() < end) {
        Optional<Long> hz = megahertz(text.substring(begin + key.length(), end).strip());
        if (hz.isPresent()) {
          return hz;
        }
      }
    }
    return Optional.empty();
  }

  /** Parses {@code : 1234.567} or {@code : 1234.567MHz}. */
  private static Optional<Long> megahertz(String rest) {
    if (!rest.startsWith(":")) {
      return Optional.empty();
    }
    String number = rest.substring(1).strip();
    if (number.endsWith("MHz")) {
      number = number.substring(0, number.length() - 3).strip();
    }
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if ((c < '0' || c > '9') && c != '.') {
        return Optional.empty();
      }
    }
    return number(number, 1_000_000);
  }

  /**
   * Parses the output of Solaris's {@code psrinfo -v}: {@code The sparcv9 processor operates at
   * 4133 MHz}.
   */
  static Optional<Long> psrinfo(String text) {
    return first("^(?>.*?The ).*? processor operates at ([0-9]++) MHz", text, 1_000_000);
  }

  /** Parses the output of AIX's {@code lsattr -E -l proc0 -a frequency}. */
  static Optional<Long> lsattr(String text) {
    return first("^frequency[ \\t]++([0-9]++)", text, 1);
  }

  /** Uses a regular expression: a program has been started for the text, which cost far more. */
  private static Optional<Long> first(String expression, String text, long unitHz) {
    return Pattern.compile(expression, Pattern.MULTILINE | Pattern.UNIX_LINES)
        .matcher(text)
        .results()
        .flatMap(match -> number(match.group(1), unitHz).stream())
        .findFirst();
  }

  /** Returns true if the first processor of Linux's {@code /proc/cpuinfo} on x86 has a flag. */
  static boolean hasFlag(String cpuinfo, String flag) {
    return cpuinfo
        .lines()
        .filter(line -> line.startsWith(FLAGS))
        .limit(1)
        .anyMatch(line -> (line + ' ').contains(' ' + flag + ' '));
  }
}

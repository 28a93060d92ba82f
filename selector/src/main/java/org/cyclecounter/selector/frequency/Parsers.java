package org.cyclecounter.selector.frequency;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers out of the text that machines give; pure functions. All results are in Hz. */
final class Parsers {

  private Parsers() {}

  /** What a long holds whatever the digits. */
  private static final int FEW_DIGITS = 18;

  /** A text that is a number and nothing else, times a unit; fractions of a hertz are cut off. */
  static Optional<Long> number(String text, long unitHz) {
    String number = text.strip();
    long hz = plain(number, unitHz);
    return hz > 0 ? Optional.of(hz) : anyNumber(number, unitHz);
  }

  /**
   * Digits with at most one point among them, as systems write a frequency, times a power of ten; 0
   * for any other text or unit. Java 25 computes for 20 ms when it loads BigDecimal.
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

  private static Optional<Long> anyNumber(String text, long unitHz) {
    try {
      BigDecimal hz = new BigDecimal(text).multiply(BigDecimal.valueOf(unitHz));
      boolean fits =
          hz.compareTo(BigDecimal.ONE) >= 0
              && hz.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
      return fits ? Optional.of(hz.longValue()) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * The first positive value of a line {@code key : 1234.567} or {@code key : 1234.567MHz}, in MHz.
   *
   * @param key as the line writes it
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

  /** Of {@code : 1234.567} or {@code : 1234.567MHz}. */
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

  /** What Solaris's {@code psrinfo -v} prints. */
  static Optional<Long> psrinfo(String text) {
    Matcher matcher = Pattern.compile("The .* processor operates at (\\d+) MHz").matcher(text);
    return matcher.find() ? number(matcher.group(1), 1_000_000) : Optional.empty();
  }

  /** What AIX's {@code lsattr -E -l proc0 -a frequency} prints. */
  static Optional<Long> lsattr(String text) {
    Matcher matcher = Pattern.compile("^frequency\\s+(\\d+)", Pattern.MULTILINE).matcher(text);
    return matcher.find() ? number(matcher.group(1), 1) : Optional.empty();
  }
}

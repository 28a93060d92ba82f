package org.cyclecounter.selector.frequency;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers out of the text that machines give; pure functions. All results are in Hz. */
final class Parsers {

  private static final Pattern PSRINFO = Pattern.compile("The .* processor operates at (\\d+) MHz");
  private static final Pattern LSATTR = Pattern.compile("^frequency\\s+(\\d+)", Pattern.MULTILINE);

  private Parsers() {}

  /** A text that is a number and nothing else, times a unit; fractions of a hertz are cut off. */
  static Optional<Long> number(String text, long unitHz) {
    try {
      BigDecimal hz = new BigDecimal(text.strip()).multiply(BigDecimal.valueOf(unitHz));
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
    Pattern line =
        Pattern.compile(
            "^" + Pattern.quote(key) + "\\s*:\\s*([0-9.]+)\\s*(?:MHz)?\\s*$", Pattern.MULTILINE);
    Matcher matcher = line.matcher(text);
    while (matcher.find()) {
      Optional<Long> hz = number(matcher.group(1), 1_000_000);
      if (hz.isPresent()) {
        return hz;
      }
    }
    return Optional.empty();
  }

  /** What Solaris's {@code psrinfo -v} prints. */
  static Optional<Long> psrinfo(String text) {
    Matcher matcher = PSRINFO.matcher(text);
    return matcher.find() ? number(matcher.group(1), 1_000_000) : Optional.empty();
  }

  /** What AIX's {@code lsattr -E -l proc0 -a frequency} prints. */
  static Optional<Long> lsattr(String text) {
    Matcher matcher = LSATTR.matcher(text);
    return matcher.find() ? number(matcher.group(1), 1) : Optional.empty();
  }
}

package org.cyclecounter.selector.scoring;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.CounterReport;

/**
 * The smallest positive difference between adjacent readings of a counter that works, where they
 * are made in C and where they are made in compiled Java code, in cycles after scaling and without
 * a penalty. A report says both at the beginning of the reason: {@code works: 20 cycles apart in C,
 * 22 from Java}.
 *
 * @param inC what the choice goes by, as libcpucycles does; empty for a counter that is no C
 *     function, and where the selector has no library for the platform: then the other is
 * @param fromJava what a program sees
 */
public record Differences(OptionalLong inC, OptionalLong fromJava) {

  /** Not read before somebody asks: the first regular expression costs a starting JVM too much. */
  private static final class Grammar {
    static final Pattern SENTENCE =
        Pattern.compile(
            "works: (?:(\\d+) cycles apart in C)?(?:, )?(?:(\\d+)(?: cycles apart)? from Java)?.*",
            Pattern.DOTALL);
  }

  static String sentence(boolean inC, long cycles, long inJava) {
    if (!inC) {
      return "works: " + cycles + " cycles apart from Java";
    }
    return "works: "
        + cycles
        + " cycles apart in C"
        + (inJava > 0 ? ", " + inJava + " from Java" : "");
  }

  /**
   * Reads them from a report.
   *
   * @param counter what a selection found out
   * @return both empty for a counter that does not work
   */
  public static Differences of(CounterReport counter) {
    Matcher matcher = Grammar.SENTENCE.matcher(counter.reason());
    return matcher.matches()
        ? new Differences(number(matcher.group(1)), number(matcher.group(2)))
        : new Differences(OptionalLong.empty(), OptionalLong.empty());
  }

  private static OptionalLong number(String digits) {
    return digits == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(digits));
  }
}

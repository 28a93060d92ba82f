// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.fuzz.Fuzzed;

/** Compares each parser with a slow one made of regular expressions and exact numbers. */
class ParsersFuzzTest {

  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal RELATIVE = new BigDecimal("1e-14");
  private static final int MAX_DIGITS = 100;

  /**
   * The numbers that strtod reads in C's locale, without infinities and NaN, which are no
   * frequencies.
   */
  private static final Pattern DECIMAL =
      Pattern.compile("\\+?((?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)");

  private static final Pattern HEXADECIMAL =
      Pattern.compile(
          "\\+?(0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+))([pP][+-]?[0-9]+)?");

  @FuzzTest
  @DictionaryEntries({"Hz", " MHz", "0x", "e+", "e-", "p-3", "# ", "2399987654", "9223372036854"})
  void number(byte[] data) {
    String text = Fuzzed.text(data);
    for (long unit : new long[] {1, 1000, 1_000_000}) {
      Optional<Long> hz = found(Parsers.number(text, unit));
      String number = numberOf(text.strip());
      if (number.isEmpty() || number.length() > MAX_DIGITS) {
        assertThat(hz).isEmpty();
        continue;
      }
      Optional<BigDecimal> value = value(number, unit);
      hz.ifPresent(found -> assertClose(found, value));
      if (number.equals(text.strip()) && hz.isEmpty()) {
        value.ifPresent(missed -> assertThat(isNearLimit(missed)).as(text).isTrue());
      }
      assertThat(found(Parsers.number(" \t" + text + "\n", unit))).isEqualTo(hz);
      if (hz.isPresent()) {
        assertThat(found(Parsers.number(number + " # " + text, unit))).isEqualTo(hz);
      }
    }
  }

  @FuzzTest
  @DictionaryEntries({"cpu MHz", "cpu MHz\\x09\\x09: ", "clock\\x09: ", "MHz\\x0A", "2400.000"})
  @DictionaryEntries("cpu MHz static")
  void megahertzOfLine(byte[] data) {
    String text = Fuzzed.text(data);
    for (String key : new String[] {"cpu MHz", "clock", "cpu MHz static", "CPU MHz"}) {
      Optional<Long> expected = Optional.empty();
      for (String line : text.split("\n")) {
        if (expected.isEmpty() && line.startsWith(key)) {
          String rest = line.substring(key.length()).strip();
          String number = rest.startsWith(":") ? rest.substring(1).strip() : "-";
          number =
              number.endsWith("MHz") ? number.substring(0, number.length() - 3).strip() : number;
          expected = found(Parsers.number(number, 1_000_000)); // has a test of its own
        }
      }
      if (text.length() <= MAX_DIGITS) {
        assertThat(found(Parsers.megahertzOfLine(text, key))).as(key).isEqualTo(expected);
      } else {
        assertThat(Parsers.megahertzOfLine(text, key)).isNotNegative();
      }
    }
  }

  private static Optional<Long> found(long hz) {
    return hz == 0 ? Optional.empty() : Optional.of(hz);
  }

  /** As C reads numbers, by a double: its last place may be another one, or a hertz. */
  private static void assertClose(long found, Optional<BigDecimal> value) {
    BigDecimal exact = value.orElse(BigDecimal.ONE);
    BigDecimal off = exact.subtract(BigDecimal.valueOf(found)).abs();
    assertThat(off).isLessThanOrEqualTo(exact.multiply(RELATIVE).add(BigDecimal.ONE));
  }

  /** Returns true for a number of which a double may lie beyond 1 or the largest long. */
  private static boolean isNearLimit(BigDecimal value) {
    return value.subtract(BigDecimal.ONE).abs().compareTo(RELATIVE) <= 0
        || value.subtract(MAX).abs().compareTo(MAX.multiply(RELATIVE)) <= 0;
  }

  private static String numberOf(String text) {
    for (Pattern pattern : new Pattern[] {HEXADECIMAL, DECIMAL}) {
      Matcher matcher = pattern.matcher(text);
      if (matcher.lookingAt()) {
        return matcher.group();
      }
    }
    return "";
  }

  /** Empty where it is no frequency that a long can hold. */
  private static Optional<BigDecimal> value(String number, long unit) {
    Matcher hex = HEXADECIMAL.matcher(number);
    BigDecimal value;
    if (hex.matches()) {
      double real = Double.parseDouble(hex.group(1) + (hex.group(2) == null ? "p0" : hex.group(2)));
      value = Double.isInfinite(real) ? MAX.add(MAX) : new BigDecimal(real);
    } else {
      Matcher exponent = Pattern.compile("(.*)[eE]([+-]?[0-9]+)").matcher(number);
      boolean isHuge =
          exponent.matches() && new BigInteger(exponent.group(2)).abs().bitLength() > 20;
      if (isHuge) {
        return Optional.empty();
      }
      value = new BigDecimal(number);
    }
    BigDecimal hz = value.multiply(BigDecimal.valueOf(unit));
    return hz.compareTo(BigDecimal.ONE) >= 0 && hz.compareTo(MAX) <= 0
        ? Optional.of(hz)
        : Optional.empty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class ParsersTest {

  private static final int LONG = 70 * 1024;

  @Test
  void findsPsrinfoInAnyLine() {
    assertThat(
            Parsers.psrinfo(
                "on-line since 09:07:27.\n  The sparcv9 processor operates at 4133 MHz,\n"))
        .isEqualTo(4_133_000_000L);
    assertThat(
            Parsers.psrinfo("The a processor operates at x MHz The b processor operates at 5 MHz"))
        .isEqualTo(5_000_000L);
    for (String other :
        new String[] {
          "",
          "The sparcv9 processor operates at 4133 GHz",
          "The sparcv9 processor operates at  MHz",
          "The sparcv9\nprocessor operates at 4133 MHz",
          "sparcv9 processor operates at 4133 MHz",
          "The processor operates at 0 MHz"
        }) {
      assertThat(Parsers.psrinfo(other)).isZero();
    }
  }

  @Test
  void findsLsattrAtTheBeginningOfALine() {
    assertThat(Parsers.lsattr("state enable\nfrequency   3550000000     Processor Speed False\n"))
        .isEqualTo(3_550_000_000L);
    assertThat(Parsers.lsattr("frequency\t5")).isEqualTo(5L);
    for (String other : List.of("", "frequency", "frequency5", "a frequency 5", "frequency x")) {
      assertThat(Parsers.lsattr(other)).isZero();
    }
  }

  /** Each would take seconds or minutes if the time grew with the square of the length. */
  @Test
  void readsLongTextsInLinearTime() {
    String[] texts = {
      "The ".repeat(LONG / 4),
      "The  processor operates at ".repeat(LONG / 27),
      "The x processor operates at " + "9".repeat(LONG),
      "frequency".repeat(LONG / 9),
      "frequency " + " ".repeat(LONG),
      "frequency " + "9".repeat(LONG),
      "cpu MHz : " + "9".repeat(LONG),
      "cpu MHz".repeat(LONG / 7),
      "9".repeat(LONG)
    };
    for (String text : texts) {
      assertFast(Parsers::psrinfo, text);
      assertFast(Parsers::lsattr, text);
      assertFast(all -> Parsers.megahertzOfLine(all, "cpu MHz"), text);
      assertFast(all -> Parsers.number(all, 1), text);
    }
  }

  private static void assertFast(ToLongFunction<String> parser, String text) {
    long startNs = System.nanoTime();
    assertThat(parser.applyAsLong(text)).isZero();
    // A search that goes back for each character takes hours.
    assertThat(System.nanoTime() - startNs).isLessThan(300_000_000_000L);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

  /** A search that goes back for each character takes hours. */
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
      assertThat(Parsers.psrinfo(text)).isZero();
      assertThat(Parsers.lsattr(text)).isZero();
      assertThat(Parsers.megahertzOfLine(text, "cpu MHz")).isZero();
      assertThat(Parsers.number(text, 1)).isZero();
    }
  }
}

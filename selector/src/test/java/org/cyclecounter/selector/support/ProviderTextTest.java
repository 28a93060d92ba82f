// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProviderTextTest {

  @Test
  void cutsLongTextAndCleansShortOne() {
    assertThat(ProviderText.shorten("two\nlines")).isEqualTo("two lines");
    assertThat(ProviderText.shorten("x".repeat(200))).isEqualTo("x".repeat(200));
    assertThat(ProviderText.shorten("x".repeat(201))).isEqualTo("x".repeat(200) + "...");
    assertThat(ProviderText.shorten("x".repeat(100_000))).isEqualTo("x".repeat(200) + "...");
    assertThat(ProviderText.shorten("a\u202e\u202ebc", 2)).isEqualTo("a ...");
    assertThat(ProviderText.cut("a\ud83d\ude00", 2)).isEqualTo("a...");
    assertThat(ProviderText.cut("a\ud83d\ude00", 3)).isEqualTo("a\ud83d\ude00");
  }

  @Test
  void ordinaryTextStaysAsItIs() {
    String text = "caf\u00e9, 5\u00a0\u00b5s, \u65e5\u672c, \ud83d\ude00 ~";
    assertThat(ProviderText.clean(text)).isEqualTo(text);
  }

  /** Control characters, C1, marks and blanks without width, directions, a tag, half characters. */
  @Test
  void replacesCharactersThatAreNotSeenOrTurnTextRoundByOneBlank() {
    String hidden =
        "\0\t\n\u001b\u007f\u0080\u0085\u009b\u009f\u00ad\u061c\u200b\u200e\u2028\u2029"
            + "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
            + "\udb40\udc41\udc00\ud800";
    assertThat(hidden.codePoints()).hasSize(27);
    for (int one : hidden.codePoints().toArray()) {
      String text = Character.toString(one);
      assertThat(ProviderText.clean("a" + text + "b")).isEqualTo("a b");
      assertThat(ProviderText.clean(text + "\r" + text + "b")).isEqualTo(" b");
    }
  }
}

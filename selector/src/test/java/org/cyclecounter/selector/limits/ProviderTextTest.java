// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProviderTextTest {

  @Test
  void aLongTextIsCutAndAShortOneIsOnlyCleaned() {
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

  @Test
  void whatIsNotSeenOrTurnsTheTextRoundBecomesOneBlank() {
    for (String hidden :
        new String[] {
          "\0",
          "\t",
          "\n",
          "\u001b",
          "\u007f",
          "\u0080", // C1
          "\u0085",
          "\u009b",
          "\u009f",
          "\u00ad", // a soft hyphen
          "\u061c", // an Arabic letter mark
          "\u200b", // a space of no width
          "\u200e",
          "\u2028",
          "\u2029",
          "\u202a", // bidirectional embeddings and overrides
          "\u202b",
          "\u202c",
          "\u202d",
          "\u202e",
          "\u2066", // isolates
          "\u2067",
          "\u2068",
          "\u2069",
          "\ufeff",
          "\udb40\udc41", // a tag
          "\ud800", // half a character
          "\udc00"
        }) {
      assertThat(ProviderText.clean("a" + hidden + "b")).isEqualTo("a b");
      assertThat(ProviderText.clean(hidden + "\r" + hidden + "b")).isEqualTo(" b");
    }
  }

  @Test
  void aWordHasNoOddCharacter() {
    assertThat(ProviderText.word("amd64-tsc.2_x")).isEqualTo("amd64-tsc.2_x");
    assertThat(ProviderText.word("a b\n\ud83d\ude00\u202e")).isEqualTo("a_b___");
    assertThat(ProviderText.word("")).isEqualTo("_");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.fuzz.Fuzzed;

/** Text of third parties on its way to a terminal or a log. */
class ProviderTextFuzzTest {

  @FuzzTest
  void clean(byte[] data) {
    String text = Fuzzed.chars(data);
    String clean = ProviderText.clean(text);
    Fuzzed.assertOneLine(clean);
    assertThat(ProviderText.clean(clean)).isEqualTo(clean);
    assertThat(clean.length()).isLessThanOrEqualTo(text.length());
    if (text.codePoints().noneMatch(c -> c == 0x7f || Fuzzed.isHidden(c))) {
      assertThat(clean).isEqualTo(text);
    }
    String shortened = ProviderText.shorten(text);
    Fuzzed.assertOneLine(shortened);
    assertThat(shortened).hasSizeLessThanOrEqualTo(203);
    if (clean.length() <= 200 && text.length() <= 300) {
      assertThat(shortened).isEqualTo(clean);
    }
  }

  @FuzzTest
  void word(byte[] data) {
    String text = Fuzzed.text(data);
    String word = Formatted.word(text);
    assertThat(word).matches("[A-Za-z0-9._-]+");
    assertThat(Formatted.word(word)).isEqualTo(word);
    assertThat(word.length()).isEqualTo(Math.max(1, text.codePointCount(0, text.length())));
    assertThat(ProviderText.isName(text, 64))
        .isEqualTo(text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"));
    if (ProviderText.isName(text, 64)) {
      assertThat(word).isEqualTo(text);
    }
  }
}

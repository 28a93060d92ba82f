// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Locale;
import org.cyclecounter.fuzz.Fuzzed;

class PageTextFuzzTest {

  /** The first character is how much is left; no surrogate pair is parted. */
  @FuzzTest
  void cut(byte[] data) {
    String text = Fuzzed.chars(data);
    int max = text.isEmpty() ? 1 : 1 + text.charAt(0) % 50;
    String cut = PageText.cut(text, max);
    if (text.length() <= max) {
      assertThat(cut).isEqualTo(text);
    } else {
      int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
      int length = text.codePointCount(0, text.length());
      String said = String.format(Locale.ROOT, "... (%,d characters)", length);
      assertThat(cut).isEqualTo(text.substring(0, end) + said);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void markupIsEscaped() {
    assertThat(Text.escape("<b onclick='x'>\"&amp;"))
        .isEqualTo("&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;");
  }

  @Test
  void whatIsNotSeenIsNamed() {
    assertThat(Text.escape("a\u202Eb\u2066c\u200Bd\0e\nf\u007Fg\u0085h\u2028i\uFEFFj\uFFFEk"))
        .isEqualTo(
            "a[U+202E]b[U+2066]c[U+200B]d[U+0000]e[U+000A]f[U+007F]g[U+0085]h[U+2028]i[U+FEFF]j"
                + "[U+FFFE]k");
    assertThat(Text.escape("\uD83D x \uDE00")).isEqualTo("[U+D83D] x [U+DE00]");
    assertThat(Text.escape("é \uD83D\uDE00 中")).isEqualTo("é \uD83D\uDE00 中");
  }
}

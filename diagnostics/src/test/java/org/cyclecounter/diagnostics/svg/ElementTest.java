// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementTest {

  @Test
  void contentAndAttributesAreEscaped() {
    Element element =
        Element.of("p", "<script>")
            .with("title", "\"><script>")
            .add(Element.of("br"), Element.of("b", "&").with("width", 1.5));
    assertThat(element.toString())
        .isEqualTo(
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;script&gt;<br/><b"
                + " width=\"1.5\">&amp;</b></p>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"script", "a", "img", "link", "iframe", "object", "style", "use", "", "p x", "1p"})
  void refusesElementThatRunsLoadsOrLeadsElsewhere(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.of(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"onclick", "href", "src", "action", "style", "srcset", "a b", "a=b", ""})
  void refusesAttributeThatRunsLoadsOrLeadsElsewhere(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.of("p").with(name, "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"</style>", "p { background: url(x) }", "@import 'x';"})
  void styleSheetLoadsNothingAndStaysWithinItsElement(String css) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.style(css));
  }

  @Test
  void namesWhatIsNotSeen() {
    assertThat(Element.escape("a\u202Eb\u2066c\u200Bd\0e\nf\u007Fg\u0085h\u2028i\uFEFFj\uFFFEk"))
        .isEqualTo(
            "a[U+202E]b[U+2066]c[U+200B]d[U+0000]e[U+000A]f[U+007F]g[U+0085]h[U+2028]i[U+FEFF]j"
                + "[U+FFFE]k");
    assertThat(Element.escape("\uD83D x \uDE00")).isEqualTo("[U+D83D] x [U+DE00]");
    assertThat(Element.escape("é \uD83D\uDE00 中")).isEqualTo("é \uD83D\uDE00 中");
  }
}

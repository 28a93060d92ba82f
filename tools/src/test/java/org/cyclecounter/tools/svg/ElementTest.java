// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

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
  void whatRunsLoadsOrLeadsElsewhereIsNoElement(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.of(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"onclick", "href", "src", "action", "style", "srcset", "a b", "a=b", ""})
  void whatRunsLoadsOrLeadsElsewhereIsNoAttribute(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.of("p").with(name, "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"</style>", "p { background: url(x) }", "@import 'x';"})
  void aStyleSheetLoadsNothingAndStaysWithinItsElement(String css) {
    assertThatIllegalArgumentException().isThrownBy(() -> Element.style(css));
  }
}

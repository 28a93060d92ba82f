// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.tools.svg.Drawn;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What a provider can write into a name or a reason. */
class HostileTextTest {

  private static PageInput input(String name, String reason) {
    return Inputs.of()
        .selected("good", Scope.SYSTEM, Counted.TICKS)
        .observed("good")
        .rejected(name, reason)
        .make();
  }

  private static Element row(PageInput input) {
    Document page = Drawn.parse(Page.html(input));
    return Drawn.all(Drawn.all(page, "table").get(0), "tr").get(2);
  }

  /** Which characters are escaped, and how, the tests of Text say. */
  @Test
  void isTextAndNothingElse() {
    String text = "\"></td></table><script>x()</script><img src=x>\u001b[3\u202e";
    PageInput input = input(text, text);
    assertThat(Page.html(input))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]")
        .doesNotContain("<script", "<img");
    Element row = row(input);
    assertThat(Drawn.all(row, "*"))
        .extracting(Element::getTagName)
        .containsOnly("th", "td", "bdi", "span");
    String shown = text.replace("\u001b", "[U+001B]").replace("\u202e", "[U+202E]");
    assertThat(Drawn.all(row, "bdi"))
        .extracting(Element::getTextContent)
        .containsExactly(shown, shown);
  }

  @Test
  void cutsTenThousandCharacters() {
    String text = "\u202E".repeat(10_000);
    assertThat(row(input(text, text)).getTextContent())
        .contains("... (10,000 characters)")
        .hasSizeLessThan(8_000);
  }
}

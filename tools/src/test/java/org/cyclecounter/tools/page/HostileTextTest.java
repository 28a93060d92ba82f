// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.tools.output.ReportJson;
import org.cyclecounter.tools.svg.Drawn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</td></table></body>",
        "<!-- ]]> &amp; &#60;script&#62;",
        "a\u0000b\u001b[31mc",
        "user\u202Etxt.exe\u2066",
        "\uD800 alone \uDC00",
        "new\nline\ttab\u0085\u2028",
      })
  void itIsTextAndNothingElse(String text) {
    PageInput input = input(text, text);
    String html = Page.html(input);
    assertThat(html)
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]")
        .doesNotContain("<script", "<img");
    Element row = row(input);
    assertThat(Drawn.all(row, "*"))
        .extracting(Element::getTagName)
        .containsOnly("th", "td", "bdi", "span");
    String shown = shown(text);
    assertThat(Drawn.all(row, "bdi"))
        .extracting(Element::getTextContent)
        .containsExactly(shown, shown);
  }

  /** As a reader sees it. */
  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean isSeen =
                  c >= ' ' && c < 0x7f && !Character.isISOControl(c) && Character.isDefined(c);
              shown.append(isSeen ? Character.toString(c) : String.format("[U+%04X]", c));
            });
    return shown.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "<", "\u202E", "\uD83D\uDE00", "<b>&"})
  void tenThousandCharactersAreCutAndWholeInJson(String piece) {
    String text = piece.repeat(10_000 / piece.codePointCount(0, piece.length()));
    PageInput input = input(text, text);
    Element row = row(input);
    assertThat(row.getTextContent()).contains("... (10,000 characters)").hasSizeLessThan(8_000);
    List<String> strings = JsonStrings.of(ReportJson.of(input.selected()));
    assertThat(strings.stream().filter(text::equals)).hasSize(2); // the name and the reason
  }
}

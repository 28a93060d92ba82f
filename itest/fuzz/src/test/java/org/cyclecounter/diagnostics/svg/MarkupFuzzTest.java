// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.StringReader;
import java.util.Locale;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.cyclecounter.fuzz.Fuzzed;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Text of a third party in a page: an XML parser reads back the text that a person should see. */
class MarkupFuzzTest {

  /** Browsers take no notice of the case of these. */
  private static final Set<String> ACTIVE =
      Set.of("script", "iframe", "img", "link", "object", "a");

  private static final Set<String> ACTIVE_ATTRIBUTES = Set.of("href", "src", "style", "srcdoc");

  private static final DocumentBuilder PARSER = parser();

  @FuzzTest
  void text(byte[] data) throws IOException, SAXException {
    String text = Fuzzed.chars(data);
    String markup = Element.of("p", text).with("title", text).with("id", "x").toString();
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == 0x7f || Fuzzed.isHidden(c) || (c & 0xfffe) == 0xfffe) {
                shown.append("[U+").append(String.format(Locale.ROOT, "%04X", c)).append(']');
              } else {
                shown.appendCodePoint(c);
              }
            });
    Document page = PARSER.parse(new InputSource(new StringReader(markup)));
    assertThat(page.getDocumentElement().getChildNodes().getLength()).isLessThanOrEqualTo(1);
    assertThat(page.getDocumentElement().getTextContent()).isEqualTo(shown.toString());
    assertThat(page.getDocumentElement().getAttribute("title")).isEqualTo(shown.toString());
    assertThat(page.getDocumentElement().getAttributes().getLength()).isEqualTo(2);
    assertThat(Element.escape(text)).doesNotContain("<", ">", "\"", "'");
  }

  /** {@code element attribute value}: markup of that name, or an exception that names it. */
  @FuzzTest
  @DictionaryEntries({"script a b", "SCRIPT x y", "p onclick x", "p ONCLICK x", "svg Href #"})
  @DictionaryEntries("div style a")
  void names(byte[] data) throws IOException, SAXException {
    String[] parts = (Fuzzed.text(data) + "   ").split(" ", 3);
    String name = parts[0];
    String attribute = parts[1];
    Element element;
    try {
      element = Element.of(name).with(attribute, parts[2]);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).contains("of a page without scripts");
      return;
    }
    String lower = attribute.toLowerCase(Locale.ROOT);
    assertThat(ACTIVE).doesNotContain(name.toLowerCase(Locale.ROOT));
    assertThat(ACTIVE_ATTRIBUTES).doesNotContain(lower);
    assertThat(lower).doesNotStartWith("on");
    Document page = PARSER.parse(new InputSource(new StringReader(element.toString())));
    assertThat(page.getDocumentElement().getTagName()).isEqualTo(name);
    assertThat(page.getDocumentElement().hasAttribute(attribute)).isTrue();
  }

  private static DocumentBuilder parser() {
    try {
      DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      parser.setErrorHandler(null);
      return parser;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}

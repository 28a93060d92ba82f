// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.List;
import java.util.Locale;
import org.cyclecounter.diagnostics.doctor.Command;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.support.ProviderText;

/**
 * Elements that several sections of a page have, and third parties' text, which is cut here and
 * escaped by {@link Element}.
 *
 * <p>Hazard: providers choose names, reasons and exceptions' messages, files have the machine's
 * facts. Such text goes through {@link #name}, {@link #given} or {@link #cut}, whatever it looks
 * like.
 */
final class PageElements {

  /** Characters of a text; JSON has the whole. */
  static final int MAX_TEXT = 400;

  /** Characters of a counter's or a machine's name. */
  static final int MAX_NAME = 64;

  private PageElements() {}

  /** Cuts a text that a third party may have written; the length of the whole is said. */
  static String cut(String text, int max) {
    String begin = ProviderText.cut(text, max);
    int characters = text.codePointCount(0, text.length());
    return begin.equals(text) ? text : begin + Formatted.of(" (%,d characters)", characters);
  }

  /** Shows a counter's name, which may be anything where the counter is rejected. */
  static Element name(String name) {
    return Element.styled("bdi", "name", cut(name, MAX_NAME));
  }

  /** Shows a name that a browser may break behind its dots, not within its words. */
  static Element parts(String name) {
    Element element = Element.of("bdi");
    for (String part : name.split("(?<=[.#$])")) {
      element.add(part, Element.of("wbr"));
    }
    return element;
  }

  /** Shows a text that a third party may have written, in whatever direction. */
  static Element given(String text) {
    return Element.of("bdi", cut(text, MAX_TEXT));
  }

  /** Shows commands, each with the place where it is run. */
  static Element commands(List<Command> commands) {
    Element list = Element.styled("span", "commands");
    for (Command command : commands) {
      list.add(
          Element.of("span", capital(command.place().words()) + ": "),
          Element.of("code", command.text()));
    }
    return list;
  }

  /** Shows a less important part of a section. */
  static Element quiet(String element, Object text) {
    return Element.styled(element, "quiet", text);
  }

  /** Makes an item of a list of facts: its values are {@code dd} elements. */
  static Element fact(String label, Element... values) {
    return Element.of("div", Element.of("dt", label), List.of(values));
  }

  /** Lists items of a section below a heading; nothing if there are none. */
  static List<Element> list(String heading, String element, String classes, List<Element> items) {
    return items.isEmpty()
        ? items
        : List.of(Element.of("h3", heading), Element.styled(element, classes, items));
  }

  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}

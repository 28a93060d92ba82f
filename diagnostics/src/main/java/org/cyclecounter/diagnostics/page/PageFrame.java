// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The document around sections, {@code page.html}: readable on a phone, in dark mode, on paper and
 * by a screen reader. Its policy forbids browsers to load or run anything.
 *
 * <p>The policy is for a page that is mailed and opened from a disk: even if text of a third party
 * were not escaped somewhere, no script would run and nothing would be fetched or sent. Styles are
 * in the page, hence unsafe-inline, for styles only. {@code bdi} elements keep a name that is
 * written from right to left from turning the words around it.
 */
public final class PageFrame {

  private PageFrame() {}

  /**
   * Returns a whole document, to be written as UTF-8.
   *
   * @param version this software's
   * @param machine of which the page is
   */
  static String html(String title, String version, MachineFacts machine, List<Element> sections) {
    return Formatted.of(
        resource("page.html"),
        Element.of("title", title),
        Element.style(style()),
        Element.of("h1", title),
        Element.of("main", sections),
        Element.of("p", origin(version, machine)));
  }

  /** Says by what, where and on which day the page was made. */
  private static String origin(String version, MachineFacts machine) {
    String name = machine.name().orElse("");
    String where = name.isEmpty() ? "" : " on " + PageElements.cut(name, PageElements.MAX_NAME);
    return "Made by cyclecounter " + version + where + ", " + LocalDate.now(ZoneOffset.UTC) + ".";
  }

  /**
   * Makes a section with its heading, by which it is named to a screen reader. The id is of
   * letters, digits and hyphens.
   */
  public static Element section(String id, String heading, Object... content) {
    return Element.of("section")
        .with("id", id)
        .with("aria-labelledby", id + "-heading")
        .add(Element.of("h2", heading).with("id", id + "-heading"))
        .add(content);
  }

  /**
   * Returns the style sheet: all of it is about elements within the class {@code cyclecounter}, so
   * that a console's own pages stay as they are, and light with it. Colours come in three sets,
   * light, dark and for paper.
   */
  public static String style() {
    return resource("page.css");
  }

  static String resource(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      Objects.requireNonNull(in, name + " is missing beside this class");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of docs/faq.md, which the build copies beside this class, as a terminal shows them.
 */
public final class FaqEntry {

  private static final String HEADING = "### ";

  private FaqEntry() {}

  /** Returns the names of all entries, in the page's order. */
  public static List<String> topics() {
    return List.copyOf(entries().keySet());
  }

  /** Returns an entry in lines of at most 80 columns, its name first; empty for an unknown one. */
  public static List<String> of(String topic) {
    String text = entries().get(topic);
    if (text == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of(topic));
    lines.addAll(TextTable.paragraph(text, 2));
    return lines;
  }

  /** Takes the headings that begin with the mark, and what stands below until the next heading. */
  private static Map<String, String> entries() {
    Map<String, String> entries = new LinkedHashMap<>();
    String topic = "";
    for (String line : page().lines().toList()) {
      if (line.startsWith("#")) {
        topic = line.startsWith(HEADING) ? line.substring(HEADING.length()) : "";
      } else if (!topic.isEmpty() && !line.isBlank()) {
        entries.merge(topic, line.strip().replace("`", ""), (text, more) -> text + " " + more);
      }
    }
    entries.replaceAll((name, text) -> withoutLinks(text));
    return entries;
  }

  /** Names the page behind a link's text; a link to another entry is its name alone. */
  private static String withoutLinks(String text) {
    return text.replaceAll("\\[([^]]+)\\]\\(#[^)]*\\)", "$1")
        .replaceAll("\\(\\[([^]]+)\\]\\(([^)#]+)[^)]*\\)\\)", "(docs/$2, $1)")
        .replaceAll("\\[([^]]+)\\]\\(([^)#]+)[^)]*\\)", "$1 (docs/$2)");
  }

  private static String page() {
    try (InputStream page = FaqEntry.class.getResourceAsStream("faq.md")) {
      return page == null ? "" : new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

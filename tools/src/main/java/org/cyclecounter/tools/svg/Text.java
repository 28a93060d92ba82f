// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.tools.text.Formatted;

/**
 * Makes text safe within an element or an attribute, whatever its origin.
 *
 * <p>By five characters, two of which matter in attributes only, so that one method serves both.
 * What looks like an entity or markup in the text is shown as it was written.
 */
public final class Text {

  private Text() {}

  /**
   * Escapes a text for an element or a quoted attribute. Characters that are not seen are named, as
   * in {@code [U+202E]}: control characters, line separators, format characters (which turn the
   * direction of writing or join), halves of surrogate pairs, and U+FFFE and U+FFFF, which are no
   * characters (XML 1.0, "Char").
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int c : text.codePoints().toArray()) {
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> {
          if (ProviderText.isHidden(c) || (c & 0xfffe) == 0xfffe) {
            escaped.append(Formatted.of("[U+%04X]", c));
          } else {
            escaped.appendCodePoint(c);
          }
        }
      }
    }
    return escaped.toString();
  }
}

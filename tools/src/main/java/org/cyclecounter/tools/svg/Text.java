// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

import java.util.Locale;

/** Text that is safe within an element or an attribute, whoever wrote it. */
public final class Text {

  private Text() {}

  /**
   * Escapes a text for an element or a quoted attribute. Characters that are not seen are named, as
   * in {@code [U+202E]}: control characters, line separators, format characters (which turn the
   * direction of writing or join), halves of surrogate pairs and characters that XML has not.
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    int next;
    for (int i = 0; i < text.length(); i = next) {
      int c = text.codePointAt(i);
      next = i + Character.charCount(c);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> {
          if (isHidden(c)) {
            escaped.append(String.format(Locale.ROOT, "[U+%04X]", c));
          } else {
            escaped.append(text, i, next);
          }
        }
      }
    }
    return escaped.toString();
  }

  /**
   * At most so many characters (code points) of a text: a longer one ends with {@code ...} and how
   * many the whole has.
   */
  public static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int length = text.codePointCount(0, text.length());
    if (length <= max) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, max))
        + String.format(Locale.ROOT, "... (%,d characters)", length);
  }

  private static boolean isHidden(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || (c & 0xfffe) == 0xfffe; // no characters: XML 1.0, "Char"
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

/**
 * Makes text of third parties fit to print: names, messages of exceptions, settings. They may be of
 * any length and contain anything, such as a terminal's commands. Without regular expressions: cold
 * start 1, 3 and 4. The only place where such text is cut.
 */
public final class ProviderText {

  private ProviderText() {}

  private static final int DELETE = 0x7f;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  /** In characters of UTF-16, as all lengths here. */
  private static final int MAX_SHORT = 200;

  /**
   * Replaces each run of characters that are no text by one blank: control characters (a terminal
   * obeys them), line and paragraph separators, format characters (they reverse the direction of
   * writing, join others, or are invisible), and surrogates without their other half.
   */
  public static String clean(String text) {
    int plain = 0;
    while (plain < text.length() && text.charAt(plain) >= ' ' && text.charAt(plain) < DELETE) {
      plain++;
    }
    if (plain == text.length()) {
      return text; // nearly always; a starting JVM interprets what follows
    }
    StringBuilder clean = new StringBuilder(text.length());
    boolean wasHidden = false;
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      boolean hidden = isHidden(c);
      if (!hidden) {
        clean.appendCodePoint(c);
      } else if (c == BYTE_ORDER_MARK) { // some editors write one: a reader must see it
        clean.append("[U+FEFF]");
      } else if (!wasHidden) {
        clean.append(' ');
      }
      wasHidden = hidden;
    }
    return clean.toString();
  }

  /** Returns true if a code point is no text: it is invisible, or changes how others look. */
  public static boolean isHidden(int c) {
    if (c < DELETE) { // ASCII, nearly always
      return c < ' ';
    }
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /** Cleans a text and cuts it at 200 characters. */
  public static String shorten(String text) {
    return shorten(text, MAX_SHORT);
  }

  /**
   * Cleans a text, which makes one line of it, and {@linkplain #cut cuts} it.
   *
   * @param max the most characters of it, at least 1, without the {@code ...}
   */
  public static String shorten(String text, int max) {
    return cut(clean(text), max);
  }

  /**
   * Cuts a text, though not within a surrogate pair.
   *
   * @param text any text
   * @param max the most characters of it
   * @return the text; or its beginning, and {@code ...} for the rest
   */
  public static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "...";
  }

  /**
   * Returns true if a text can be a counter's name: letters, digits, hyphens, dots and underscores,
   * a letter or digit first. No letters beyond ASCII: a name is typed in shells and settings, and
   * two that look the same must be the same.
   */
  public static boolean isName(String name, int maxLength) {
    boolean isName = !name.isEmpty() && name.length() <= maxLength;
    for (int i = 0; isName && i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isPlain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      isName = isPlain || i > 0 && (c == '-' || c == '.' || c == '_');
    }
    return isName;
  }
}

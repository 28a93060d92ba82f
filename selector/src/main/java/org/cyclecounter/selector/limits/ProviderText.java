// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

/** Text of third parties, made fit to print. By hand: cold start 1, 3 and 4. */
public final class ProviderText {

  private ProviderText() {}

  private static final int DELETE = 0x7f;
  private static final int MAX_SHORT = 200;

  /**
   * Puts one blank in the place of each run of characters that are no text: control characters,
   * line and paragraph separators, format characters (which turn the direction of writing, join, or
   * are not seen), and surrogates without their other half.
   */
  public static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    boolean before = false;
    int next;
    for (int i = 0; i < text.length(); i = next) {
      int c = text.codePointAt(i);
      next = i + Character.charCount(c);
      boolean hidden = isHidden(c);
      if (!hidden) {
        clean.append(text, i, next);
      } else if (!before) {
        clean.append(' ');
      }
      before = hidden;
    }
    return clean.toString();
  }

  private static boolean isHidden(int c) {
    if (c < DELETE) { // nearly always
      return c < ' ';
    }
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /** The first 200 characters of a text as one cleaned line; {@code ...} stands for the rest. */
  public static String shorten(String text) {
    String clean = clean(text.substring(0, Math.min(text.length(), MAX_SHORT + 100)));
    return begin(clean, MAX_SHORT);
  }

  /**
   * The beginning of a text, which does not end within a surrogate pair.
   *
   * @param text any text
   * @param max the most characters of it
   * @return the text; or its beginning, and {@code ...} for the rest
   */
  public static String begin(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "...";
  }

  /**
   * A word for formats whose fields are parted by blanks: {@code _} stands for each character that
   * {@link #isName} does not allow anywhere in a name, and for no character at all.
   */
  public static String word(String text) {
    StringBuilder word = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      char c = text.charAt(i);
      word.append(isPlain(c) || c == '-' || c == '.' ? c : '_');
    }
    return word.length() == 0 ? "_" : word.toString();
  }

  private static boolean isPlain(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  /**
   * Whether a text can be a counter's name: letters, digits, hyphens, dots and underscores, a
   * letter or digit first.
   */
  public static boolean isName(String name, int maxLength) {
    if (name.isEmpty() || name.length() > maxLength) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isPlain(c) && (i == 0 || c != '-' && c != '.' && c != '_')) {
        return false;
      }
    }
    return true;
  }
}

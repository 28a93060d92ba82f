package org.cyclecounter.selector.limits;

/**
 * What strangers wrote, made fit to print. By hand: the first regular expression, lambda and
 * formatted string cost a starting JVM 5 to 20 ms each, so none of them is used before the first
 * reading.
 */
public final class ProviderText {

  private ProviderText() {}

  /**
   * Puts one blank in the place of each run of control characters.
   *
   * @param text any text
   * @return one line
   */
  public static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    boolean before = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = c < ' ' || c == 0x7f;
      if (!control) {
        clean.append(c);
      } else if (!before) {
        clean.append(' ');
      }
      before = control;
    }
    return clean.toString();
  }

  /**
   * Whether a text can be a counter's name.
   *
   * @param name any text
   * @param longest the most characters
   * @return true for letters, digits, hyphens, dots and underscores, a letter or digit first
   */
  public static boolean isName(String name, int longest) {
    if (name.isEmpty() || name.length() > longest) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!plain && (i == 0 || c != '-' && c != '.' && c != '_')) {
        return false;
      }
    }
    return true;
  }
}

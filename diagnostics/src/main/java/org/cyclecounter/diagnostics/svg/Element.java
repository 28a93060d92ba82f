// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.support.ProviderText;

/**
 * An element of HTML or SVG with its attributes and content. All text is escaped. What could run,
 * load or lead elsewhere is refused: scripts, frames, images, links, attributes with addresses or
 * styles. Not thread-safe.
 *
 * <p>Rejects elements that no page may contain; escaping keeps text from becoming markup. Written
 * as XML that is HTML as well: quoted attributes, closed elements; SVG within HTML needs no
 * namespace.
 */
public final class Element {

  /**
   * HTML's void elements, as far as they are used: a closing tag of theirs is an error, {@code
   * </br>} even a second line break.
   */
  private static final Set<String> WITHOUT_CONTENT =
      Set.of("meta", "br", "hr", "col", "input", "wbr");

  // Browsers take no notice of case.
  private static final Pattern REFUSED_NAME =
      Pattern.compile(
          "(?i)a|audio|base|embed|frame|iframe|image|img|link|object|script|source|style|use"
              + "|video");

  /** Attributes that hold addresses, markup or styles, and those of events. */
  private static final Pattern REFUSED_ATTRIBUTE =
      Pattern.compile(
          "(?i)on.*|action|background|data|formaction|href|poster|src|srcset|srcdoc|style");

  /** Neither a colon, so no xlink:href, nor anything that could end a tag. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][-a-zA-Z0-9]*");

  private final String name;
  private final StringBuilder attributes = new StringBuilder();
  private final StringBuilder content = new StringBuilder();

  private Element(String name) {
    this.name = name;
  }

  /**
   * Makes an element such as {@code p}; one that could run, load or lead elsewhere is refused.
   *
   * @param content what {@link #add} takes
   */
  public static Element of(String name, Object... content) {
    if (!isName(name) || REFUSED_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("no element of a page without scripts: " + name);
    }
    return new Element(name).add(content);
  }

  /** Makes an element of a class of the style sheet, of several with blanks between, or of none. */
  public static Element styled(String name, String classes, Object... content) {
    Element element = of(name, content);
    return classes.isEmpty() ? element : element.with("class", classes);
  }

  /**
   * Makes a style sheet; one that could end its element or load anything is refused.
   *
   * <p>Its content is not escaped: HTML reads it as it is, up to the next {@code </}. The three
   * refused words are those that browsers act upon: hence no SVG in a style sheet, and no fonts.
   */
  public static Element style(String css) {
    if (css.contains("<") || css.contains("url(") || css.contains("@import")) {
      throw new IllegalArgumentException("a style sheet that loads or ends its element");
    }
    Element style = new Element("style");
    style.content.append(css);
    return style;
  }

  /**
   * Adds an attribute, a number without needless digits; one that could run, load or lead elsewhere
   * is refused.
   *
   * @param value any object: its text is escaped
   */
  public Element with(String attribute, Object value) {
    if (!isName(attribute) || REFUSED_ATTRIBUTE.matcher(attribute).matches()) {
      throw new IllegalArgumentException("no attribute of a page without scripts: " + attribute);
    }
    String text = value instanceof Double number ? Axis.number(number) : value.toString();
    attributes.append(' ').append(attribute).append("=\"").append(escape(text)).append('"');
    return this;
  }

  /**
   * Adds content at the end: elements as they are now, those of a collection, and the text of any
   * other object, which is escaped.
   */
  public Element add(Object... parts) {
    for (Object part : parts) {
      if (part instanceof Collection<?> items) {
        add(items.toArray());
      } else {
        content.append(part instanceof Element ? part : escape(part.toString()));
      }
    }
    return this;
  }

  /** Returns the markup. */
  @Override
  public String toString() {
    String begin = "<" + name + attributes;
    // XML needs the slash, and HTML allows it.
    return WITHOUT_CONTENT.contains(name)
        ? begin + "/>"
        : begin + ">" + content + "</" + name + ">";
  }

  /**
   * Escapes a text for an element or a quoted attribute, whatever its origin: by five characters,
   * two of which matter in attributes only. What looks like an entity or markup is shown as it was
   * written. Characters that are not seen are named, as in {@code [U+202E]}: control characters,
   * line separators, format characters (which turn the direction of writing or join), halves of
   * surrogate pairs, and U+FFFE and U+FFFF, which are no characters (XML 1.0, "Char").
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

  private static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}

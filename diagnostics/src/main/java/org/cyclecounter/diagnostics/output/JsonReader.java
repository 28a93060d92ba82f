// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, doubles, booleans and null: what {@link Json}
 * has written, perhaps edited by people.
 */
public final class JsonReader {

  /** Documents nest four deep; a hostile one must not overflow the stack. */
  private static final int MAX_DEPTH = 50;

  private static final Pattern SPACE = Pattern.compile("[ \t\r\n]*");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*+)(\\.\\d++)?([eE][-+]?\\d++)?");
  private static final Pattern STRING =
      Pattern.compile(
          "\"([^\"\\\\\\x00-\\x1f]*+(?:\\\\(?:u\\p{XDigit}{4}|[^u])[^\"\\\\\\x00-\\x1f]*+)*+)\"");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(....)|(.))");
  private static final Pattern WORD = Pattern.compile("true|false|null");

  private final String text;
  private String token = "";
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * Reads a document that is an object.
   *
   * @throws IllegalArgumentException if it is not JSON, or not an object; says where
   */
  public static Map<?, ?> object(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    if (reader.at < text.length() || !(value instanceof Map<?, ?> map)) {
      throw reader.failure();
    }
    return map;
  }

  private @Nullable Object value(int depth) {
    take(SPACE);
    if (depth > MAX_DEPTH) {
      throw failure();
    }
    Object value;
    if (takes('{')) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (boolean isFirst = true; !ends('}', isFirst); isFirst = false) {
        String key = string();
        take(SPACE);
        require(':');
        map.put(key, value(depth + 1));
      }
      value = map;
    } else if (takes('[')) {
      List<@Nullable Object> list = new ArrayList<>();
      for (boolean isFirst = true; !ends(']', isFirst); isFirst = false) {
        list.add(value(depth + 1));
      }
      value = list;
    } else if (text.startsWith("\"", at)) {
      value = string();
    } else if (take(NUMBER)) {
      value = Double.valueOf(token);
    } else if (take(WORD)) {
      value = token.equals("null") ? null : Boolean.valueOf(token);
    } else {
      throw failure();
    }
    take(SPACE);
    return value;
  }

  /** Returns whether an object or a list ends here; takes the comma of its next part if not. */
  private boolean ends(char end, boolean isFirst) {
    take(SPACE);
    if (takes(end)) {
      return true;
    }
    if (!isFirst) {
      require(',');
      take(SPACE);
    }
    return false;
  }

  private String string() {
    if (!take(STRING)) {
      throw failure();
    }
    return ESCAPE
        .matcher(token.substring(1, token.length() - 1))
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    escape.group(1) != null
                        ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
                        : escaped(escape.group(2))));
  }

  private String escaped(String letter) {
    int index = "\"\\/bfnrt".indexOf(letter);
    if (index < 0) {
      throw failure();
    }
    return String.valueOf("\"\\/\b\f\n\r\t".charAt(index));
  }

  private boolean take(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    boolean isThere = matcher.lookingAt();
    if (isThere) {
      token = matcher.group();
      at = matcher.end();
    }
    return isThere;
  }

  private boolean takes(char c) {
    boolean isThere = at < text.length() && text.charAt(at) == c;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void require(char c) {
    if (!takes(c)) {
      throw failure();
    }
  }

  private IllegalArgumentException failure() {
    return new IllegalArgumentException("it is not JSON from character " + (at + 1) + " on");
  }
}

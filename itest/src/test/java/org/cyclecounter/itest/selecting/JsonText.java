// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259), and throws where a text is none. */
public final class JsonText {

  /** More than any report has; a text of brackets alone must not fill the stack. */
  private static final int MAX_DEPTH = 100;

  private final String text;
  private int at;
  private int depth;

  private JsonText(String text) {
    this.text = text;
  }

  /**
   * Maps, lists, strings, numbers, booleans, and the word {@code null} as a string.
   *
   * @throws IllegalArgumentException where the text is not JSON, or ends too early
   */
  public static Object parse(String text) {
    JsonText json = new JsonText(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) {
      throw json.wrong("the end");
    }
    return value;
  }

  private IllegalArgumentException wrong(String expected) {
    String rest = text.substring(at, Math.min(at + 80, text.length())).replaceAll("\\s+", " ");
    if (rest.isEmpty()) {
      rest = "the text ends";
    }
    return new IllegalArgumentException(expected + " expected at " + at + ": " + rest);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean take(char c) {
    space();
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void need(char c) {
    if (!take(c)) {
      throw wrong("'" + c + "'");
    }
  }

  private Object value() {
    if (++depth > MAX_DEPTH) {
      throw wrong("less nesting");
    }
    Object value = anyValue();
    depth--;
    return value;
  }

  private Object anyValue() {
    if (take('{')) {
      Map<String, Object> members = new LinkedHashMap<>();
      while (!take('}')) {
        if (!members.isEmpty()) {
          need(',');
        }
        need('"');
        String name = string();
        need(':');
        members.put(name, value());
      }
      return members;
    }
    if (take('[')) {
      List<Object> elements = new ArrayList<>();
      while (!take(']')) {
        if (!elements.isEmpty()) {
          need(',');
        }
        elements.add(value());
      }
      return elements;
    }
    return take('"') ? string() : word();
  }

  private Object word() {
    int start = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    switch (word) {
      case "true", "false":
        return Boolean.valueOf(word);
      case "null":
        return "null";
      default:
        if (!word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
          at = start;
          throw wrong("a value");
        }
        return new BigDecimal(word);
    }
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw wrong("no control character");
      }
      string.append(c == '\\' ? escaped() : c);
    }
    if (at == text.length()) {
      throw wrong("'\"'");
    }
    at++;
    return string.toString();
  }

  private char escaped() {
    if (at == text.length()) {
      throw wrong("an escape");
    }
    char c = text.charAt(at++);
    if (c == 'u') {
      if (!text.substring(at, Math.min(at + 4, text.length())).matches("\\p{XDigit}{4}")) {
        throw wrong("four hexadecimal digits");
      }
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int place = "\"\\/bfnrt".indexOf(c);
    if (place < 0) {
      throw wrong("an escape");
    }
    return "\"\\/\b\f\n\r\t".charAt(place);
  }
}

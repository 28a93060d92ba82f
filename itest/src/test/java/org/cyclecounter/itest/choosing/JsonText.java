package org.cyclecounter.itest.choosing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259), and throws where a text is none. */
final class JsonText {

  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  /** Maps, lists, strings, numbers, booleans and null. */
  static Object parse(String text) {
    JsonText json = new JsonText(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) {
      throw json.wrong("the end");
    }
    return value;
  }

  private IllegalArgumentException wrong(String expected) {
    String rest = text.substring(at, Math.min(at + 80, text.length()));
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
    char c = text.charAt(at++);
    if (c == 'u') {
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

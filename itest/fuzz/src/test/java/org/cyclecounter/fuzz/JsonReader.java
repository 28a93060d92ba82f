// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what RFC 8259 allows, whole numbers as Long and others as Double, and nothing else. */
public final class JsonReader {

  private final String json;
  private int at;

  private JsonReader(String json) {
    this.json = json;
  }

  public static Object read(String json) {
    JsonReader reader = new JsonReader(json);
    Object value = reader.value();
    if (reader.at != json.length()) {
      throw new IllegalArgumentException("more at " + reader.at + ": " + json);
    }
    return value;
  }

  private Object value() {
    char c = json.charAt(at);
    return switch (c) {
      case '"' -> string();
      case '[' -> list();
      case '{' -> map();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Object word(String word, Object value) {
    if (!json.startsWith(word, at)) {
      throw new IllegalArgumentException("no value at " + at + ": " + json);
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int begin = at;
    while (at < json.length() && "+-.0123456789eE".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
    String number = json.substring(begin, at);
    if (!number.matches("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")) {
      throw new IllegalArgumentException("no number at " + begin + ": " + json);
    }
    return number.matches("-?[0-9]+") ? (Object) Long.valueOf(number) : Double.valueOf(number);
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    for (boolean more = begins(']'); more; more = goesOn(']')) {
      list.add(value());
    }
    return list;
  }

  private Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (boolean more = begins('}'); more; more = goesOn('}')) {
      String key = string();
      take(':');
      map.put(key, value());
    }
    return map;
  }

  private boolean begins(char end) {
    at++;
    if (json.charAt(at) != end) {
      return true;
    }
    at++;
    return false;
  }

  private boolean goesOn(char end) {
    if (json.charAt(at) == end) {
      at++;
      return false;
    }
    take(',');
    return true;
  }

  private void take(char wanted) {
    if (json.charAt(at) != wanted) {
      throw new IllegalArgumentException("no " + wanted + " at " + at + ": " + json);
    }
    at++;
  }

  private String string() {
    take('"');
    StringBuilder text = new StringBuilder();
    for (; json.charAt(at) != '"'; at++) {
      char c = json.charAt(at);
      if (c < ' ') {
        throw new IllegalArgumentException("a control character at " + at + ": " + json);
      }
      text.append(c == '\\' ? escaped() : c);
    }
    at++;
    return text.toString();
  }

  private char escaped() {
    at++;
    char c = json.charAt(at);
    if (c == 'u') {
      at += 4;
      return (char) Integer.parseInt(json.substring(at - 3, at + 1), 16);
    }
    int known = "\"\\/bfnrt".indexOf(c);
    if (known < 0) {
      throw new IllegalArgumentException("no escape at " + at + ": " + json);
    }
    return "\"\\/\b\f\n\r\t".charAt(known);
  }
}

package org.cyclecounter.selector.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, numbers and text as JSON. */
public final class Json {

  private Json() {}

  /**
   * Writes a map, a list, a number, a boolean, null, or anything else for its text, in one line; a
   * number that is not finite becomes null, as JSON has none.
   */
  public static String of(@Nullable Object value) {
    StringBuilder json = new StringBuilder();
    write(value, json);
    return json.toString();
  }

  private static void write(@Nullable Object value, StringBuilder json) {
    if (value instanceof Map<?, ?> map) {
      String before = "";
      json.append('{');
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.append(before);
        before = ",";
        quote(String.valueOf(entry.getKey()), json);
        json.append(':');
        write(entry.getValue(), json);
      }
      json.append('}');
    } else if (value instanceof List<?> list) {
      json.append('[');
      String before = "";
      for (Object element : list) {
        json.append(before);
        before = ",";
        write(element, json);
      }
      json.append(']');
    } else if (value == null || value instanceof Double number && !Double.isFinite(number)) {
      json.append("null");
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else {
      quote(value.toString(), json);
    }
  }

  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}

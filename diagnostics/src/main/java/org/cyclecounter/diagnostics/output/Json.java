// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, lists, numbers and text as JSON.
 *
 * <p>Written by hand, because a library would be on the module path of everybody who uses a
 * command, and writing is the easy half.
 */
public final class Json {

  private Json() {}

  /**
   * Writes a document in one line: its schema and the versions come first, because documents are
   * read by people, too.
   *
   * @param schema its name in docs/schemas, without the file's ending
   */
  public static String document(String schema, Map<String, @Nullable Object> content) {
    String version = Version.read();
    Map<String, @Nullable Object> document =
        object(
            "schema", schema,
            "version", version,
            "libcpucyclesVersion", Version.LIBCPUCYCLES);
    document.putAll(content);
    return of(document);
  }

  /**
   * Writes a map, a list, a number, a boolean, null, or anything else for its text, in one line; a
   * number that is not finite becomes null, as JSON has none.
   */
  static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
    }
    if (value == null || value instanceof Double number && !Double.isFinite(number)) {
      return "null";
    }
    boolean isPlain = value instanceof Number || value instanceof Boolean;
    return isPlain ? value.toString() : quoted(value.toString());
  }

  /**
   * Makes an object that keeps the order of its keys: documents are read by people, too.
   *
   * @param keysAndValues each key, a string, with its value behind it; null for what is not known
   */
  public static Map<String, @Nullable Object> object(@Nullable Object... keysAndValues) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return map;
  }

  /**
   * Quotes a text. Halves of surrogate pairs are escaped one by one, whole pairs, too: a text that
   * was cut in the middle of one stays readable JSON, in any encoding of the output that has ASCII.
   * So is what a terminal might take for a command, and what turns the direction of writing.
   */
  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (Character.isSurrogate(c) || ProviderText.isHidden(c)) {
        json.append(Formatted.of("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.List;

/** The strings of a JSON text, decoded by the grammar of RFC 8259. */
final class JsonStrings {

  private JsonStrings() {}

  static List<String> of(String json) {
    List<String> strings = new ArrayList<>();
    for (int i = json.indexOf('"'); i >= 0; i = json.indexOf('"', i + 1)) {
      StringBuilder text = new StringBuilder();
      for (i++; json.charAt(i) != '"'; i++) {
        char c = json.charAt(i);
        if (c == '\\') {
          c = json.charAt(++i);
          if (c == 'u') {
            c = (char) Integer.parseInt(json.substring(i + 1, i + 5), 16);
            i += 4;
          } else if (c != '"' && c != '\\') {
            throw new AssertionError("an escape that is not written here: " + c);
          }
        }
        text.append(c);
      }
      strings.add(text.toString());
    }
    return strings;
  }
}

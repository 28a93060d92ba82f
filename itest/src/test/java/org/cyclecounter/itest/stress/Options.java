// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Options of a program, {@code --name value} each. */
final class Options {

  private final Map<String, String> values = new HashMap<>();

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if one is not among {@code known}, or has no value
   */
  Options(String[] arguments, String... known) {
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (!name.startsWith("--") || !List.of(known).contains(name.substring(2))) {
        throw new IllegalArgumentException(
            "unknown option " + name + "; there are --" + String.join(", --", known));
      }
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException("option " + name + " needs a value");
      }
      values.put(name.substring(2), arguments[i + 1]);
    }
  }

  String text(String name, String unlessGiven) {
    return values.getOrDefault(name, unlessGiven);
  }

  /** A number; k, m and g stand for 2^10, 2^20 and 2^30. */
  long number(String name, long unlessGiven) {
    String text = values.get(name);
    if (text == null) {
      return unlessGiven;
    }
    int unit = "kmg".indexOf(text.charAt(text.length() - 1)) + 1;
    return Long.parseLong(text.substring(0, text.length() - (unit > 0 ? 1 : 0))) << 10 * unit;
  }
}

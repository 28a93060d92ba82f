// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a program said in lines, with a word before each. */
public interface Said {
  /** The lines. */
  List<String> out();

  /** What is said behind a word; the first, if several are; empty if none is. */
  default String said(String word) {
    String beginning = word + ": ";
    return out().stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .findFirst()
        .orElse("");
  }

  /** What a report says: verdicts and reasons by counters' names. */
  default Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    for (String line : out()) {
      if (line.startsWith("row: ")) {
        String[] parts = line.substring(5).split("\t", 2);
        rows.merge(parts[0], parts[1], (one, other) -> one + " / " + other);
      }
    }
    return rows;
  }
}

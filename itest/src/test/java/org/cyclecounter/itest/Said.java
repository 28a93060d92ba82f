// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program's output in lines, each with a word first. */
public interface Said {
  /** The lines. */
  List<String> out();

  /** Returns the first text behind a word; empty if there is none. */
  default String said(String word) {
    String beginning = word + ": ";
    return out().stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .findFirst()
        .orElse("");
  }

  /** Returns a report's verdicts and reasons by counters' names. */
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

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the document of {@code list --json} or {@code info --json}. */
public final class Listed {

  private Listed() {}

  /** The verdicts and reasons by the counters' names, as {@code USABLE: reason}. */
  public static Map<String, String> rows(List<String> lines) throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (JsonNode counter : new ObjectMapper().readTree(String.join("\n", lines)).get("counters")) {
      String row = counter.get("verdict").asText() + ": " + counter.get("reason").asText();
      rows.merge(counter.get("name").asText(), row, String::concat);
    }
    return rows;
  }
}

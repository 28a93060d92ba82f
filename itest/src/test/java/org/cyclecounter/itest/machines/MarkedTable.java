// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A page's table, between two lines that say what writes it.
 *
 * @param before the page up to the header's end
 * @param rows the rows below the header
 * @param after the page from the line behind the table on
 */
record MarkedTable(Path page, String before, List<String> rows, String after) {

  private static final String BEGIN = "<!-- build/support-table writes from here -->";
  private static final String END = "<!-- to here -->";
  private static final String HEADER_END = "---|\n";

  static MarkedTable of(Path page) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int from = text.indexOf(HEADER_END, Math.max(0, begin)) + HEADER_END.length();
    int to = text.indexOf(END, from);
    if (begin < 0 || from < begin || to < 0) {
      throw new IOException(
          page + ": it has no table between lines '" + BEGIN + "' and '" + END + "'");
    }
    List<String> rows = text.substring(from, to).strip().lines().toList();
    return new MarkedTable(page, text.substring(0, from), rows, text.substring(to));
  }

  /** Replaces the rows in the file; the header stays. */
  void write(List<String> rows) throws IOException {
    Files.writeString(page, before + String.join("\n", rows) + "\n\n" + after);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.tools.output.ReportTable;

/** What {@code list} prints. */
final class ListTable {

  private ListTable() {}

  /** Lines of at most 80 columns, with line ends. */
  static String of(SelectionReport report, Function<String, Optional<Obstacle>> obstacle) {
    ReportTable table = ReportTable.of(report, obstacle);
    List<String> head = table.rows().get(0);
    TextLayout layout =
        new TextLayout(
            IntStream.range(0, head.size()).map(ReportTable::gap).toArray(),
            head.stream().mapToInt(String::length).toArray());
    StringBuilder text = new StringBuilder();
    table.rows().forEach(row -> text.append(layout.row(row)));
    text.append(System.lineSeparator());
    for (ReportTable.Note note : table.notes()) {
      text.append(TextLayout.paragraph(note.counters(), 0));
      text.append(TextLayout.paragraph(note.reason(), ReportTable.INDENT));
    }
    text.append(System.lineSeparator());
    table.conclusion().forEach(line -> text.append(TextLayout.paragraph(line, 0)));
    return text.toString();
  }
}

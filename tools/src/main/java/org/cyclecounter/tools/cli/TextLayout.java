// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.List;
import org.cyclecounter.tools.output.ReportTable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** Rows and paragraphs of the commands' output, drawn by picocli's table. */
public final class TextLayout {

  private final int[] gaps;
  private final int[] widths;

  /**
   * Makes columns, each with so many blanks before it; its width is without them. A cell that is
   * too long for its column stands on a line alone.
   */
  public TextLayout(int[] gaps, int[] widths) {
    this.gaps = gaps.clone();
    this.widths = widths.clone();
  }

  /**
   * A row of one line or more, drawn alone, so that it can be printed before the next one is known.
   */
  public String row(List<String> cells) {
    Column[] columns = new Column[widths.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new Column(gaps[i] + widths[i], gaps[i], Overflow.SPAN);
    }
    return table(columns, cells.toArray(String[]::new));
  }

  /** A text in lines of at most 80 columns, with line ends. */
  public static String paragraph(String text, int indent) {
    Column column = new Column(ReportTable.COLUMNS, indent, Overflow.WRAP);
    StringBuilder lines = new StringBuilder();
    int begin = 0;
    for (String line : table(new Column[] {column}, ReportTable.letters(text)).lines().toList()) {
      while (begin < text.length() && text.charAt(begin) == ' ') {
        begin++;
      }
      int end = Math.min(text.length(), begin + line.strip().length());
      lines.append(" ".repeat(indent)).append(text, begin, end).append(System.lineSeparator());
      begin = end;
    }
    return lines.toString();
  }

  private static String table(Column[] columns, String... cells) {
    TextTable table = TextTable.forColumns(Help.defaultColorScheme(Ansi.OFF), columns);
    table.indentWrappedLines = 0;
    table.addRowValues(cells);
    return table.toString();
  }
}

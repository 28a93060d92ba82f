// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Rows and paragraphs for a terminal of 80 columns, of the commands and of OSGi's shell. By hand,
 * and not picocli's: a shell has no picocli.
 */
public final class TextTable {

  /** The columns of a terminal. */
  public static final int COLUMNS = 80;

  private TextTable() {}

  /**
   * Returns rows in lines, each column as wide as its longest cell and a blank before the next. A
   * cell that is too long for its column ends its line; the others follow below, each in its
   * column.
   *
   * @param names the index of the one column that is narrowed if a row would not fit
   * @param numbers the index of the first column that is aligned to the right, as are all after it
   */
  public static List<String> table(List<List<String>> rows, int names, int numbers) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length()));
    }
    int excess = IntStream.of(widths).sum() + widths.length - 1 - COLUMNS;
    if (excess > 0) {
      widths[names] = Math.max(1, widths[names] - excess);
    }
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> add(row, widths, numbers, lines));
    return lines;
  }

  private static void add(List<String> row, int[] widths, int numbers, List<String> lines) {
    StringBuilder line = new StringBuilder();
    int begin = 0;
    for (int i = 0; i < widths.length; i++) {
      if (i > 0 && line.length() >= begin) {
        lines.add(line.toString());
        line.setLength(0);
      }
      String cell = row.get(i);
      String blanks = " ".repeat(Math.max(0, widths[i] - cell.length()));
      line.append(" ".repeat(begin - line.length()));
      line.append(i < numbers ? cell + blanks : blanks + cell);
      begin += widths[i] + 1;
    }
    lines.add(line.toString().stripTrailing());
  }

  /**
   * Returns a text in lines of at most 80 columns, without line ends.
   *
   * <p>Lines end at blanks only, never within a counter's name, an option or a class, which people
   * copy. A word that is longer than a line is cut at its end; the text has no line ends.
   *
   * @param indent blanks before each line
   */
  public static List<String> paragraph(String text, int indent) {
    int width = COLUMNS - indent;
    // All that is left, or what ends at the last blank, or the beginning of a word.
    String line = "(?s).{1,%1$d}\\z|.{0,%2$d} |.{%1$d}";
    return Pattern.compile(Formatted.of(line, width, width - 1))
        .matcher(text)
        .results()
        .map(found -> " ".repeat(indent) + found.group().stripTrailing())
        .toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Rows and paragraphs for a terminal of 80 columns, of the commands and of OSGi's shell. By hand,
 * and not picocli's: a shell has no picocli.
 */
public final class TextTable {

  /** The columns of a terminal. */
  public static final int COLUMNS = 80;

  private final int[] gaps;
  private final int[] widths;
  private final int numbers;

  /**
   * Lays columns out.
   *
   * @param gaps the blanks before each column
   * @param widths the columns' widths, without the gaps
   * @param names the index of the one column that is narrowed if a row would not fit
   * @param numbers the index of the first column that is aligned to the right, as are all after it
   */
  public TextTable(int[] gaps, int[] widths, int names, int numbers) {
    this.gaps = gaps.clone();
    this.widths = widths.clone();
    this.numbers = numbers;
    int excess = IntStream.of(gaps).sum() + IntStream.of(widths).sum() - COLUMNS;
    if (excess > 0) {
      this.widths[names] = Math.max(1, widths[names] - excess);
    }
  }

  /**
   * Returns the lines of one row, so that it can be printed before the next one is known. A cell
   * that is too long for its column ends its line; the others follow below, each in its column.
   */
  public List<String> row(List<String> cells) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int end = 0;
    for (int i = 0; i < widths.length; i++) {
      if (line.length() > end) {
        lines.add(line.toString());
        line.setLength(0);
      }
      String cell = cells.get(i);
      String blanks = " ".repeat(Math.max(0, widths[i] - cell.length()));
      line.append(" ".repeat(end + gaps[i] - line.length()));
      line.append(i < numbers ? cell + blanks : blanks + cell);
      end += gaps[i] + widths[i];
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /**
   * Returns a text in lines of at most 80 columns, without line ends.
   *
   * <p>A word that is longer than a line is cut at its end; the text has no line ends.
   *
   * @param indent blanks before each line
   */
  public static List<String> paragraph(String text, int indent) {
    List<String> lines = new ArrayList<>();
    int width = COLUMNS - indent;
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(letters(text));
    int begin = 0;
    while (begin < text.length()) {
      int end = text.length();
      if (end - begin > width) {
        int before = breaks.preceding(begin + width + 1);
        end = before > begin ? before : begin + width;
      }
      lines.add(" ".repeat(indent) + text.substring(begin, end).stripTrailing());
      begin = end;
    }
    return lines;
  }

  /**
   * Puts an x for each character but blanks, which shows where lines may end: never within a
   * counter's name, an option or a class, which people copy, and where the iterator would break
   * after a hyphen or a slash.
   */
  private static String letters(String text) {
    StringBuilder letters = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      letters.append(text.charAt(i) == ' ' ? ' ' : 'x');
    }
    return letters.toString();
  }
}

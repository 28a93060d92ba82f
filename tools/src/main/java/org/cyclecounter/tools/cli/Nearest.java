// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/**
 * Suggests the closest known word for a typo. Stricter than picocli's own suggestions of options,
 * which go by the first two letters.
 *
 * <p>A third of the letters may be wrong, and one of a short word: with more, any short word would
 * be like {@code --help}.
 */
final class Nearest {

  private Nearest() {}

  /** Returns the word that takes the fewest changes; empty if more than a third would change. */
  static String of(String typed, Collection<String> words) {
    int most = Math.max(1, typed.length() / 3);
    return words.stream()
        .filter(word -> changes(typed, word) <= most)
        .min(Comparator.comparingInt(word -> changes(typed, word)))
        .orElse("");
  }

  /**
   * Counts letters added, left out or replaced: Levenshtein's distance, by one row of its table.
   */
  private static int changes(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        // diagonal: the row before at j - 1; row[j]: the row before at j; row[j - 1]: this row's.
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[row.length - 1];
  }
}

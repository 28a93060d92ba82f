// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the known name that a mistyped one may stand for. */
public final class Nearest {

  /** Shorter words are near to too many. */
  private static final int MIN_LENGTH = 3;

  private Nearest() {}

  /**
   * Returns the only known name that is nearest to a word, by at most a quarter of its letters; or
   * else the only one of which the word is a part.
   *
   * <p>Letters that are missing, added, exchanged, or swapped with their neighbour count one each.
   */
  public static Optional<String> of(String word, Collection<String> known) {
    if (word.length() < MIN_LENGTH) {
      return Optional.empty();
    }
    for (int distance = 0; distance <= Math.max(1, word.length() / 4); distance++) {
      int wanted = distance;
      List<String> near = matching(known, name -> distance(word, name) == wanted);
      if (!near.isEmpty()) {
        return only(near);
      }
    }
    List<String> whole = matching(known, name -> List.of(name.split("-")).contains(word));
    return only(whole.isEmpty() ? matching(known, name -> name.contains(word)) : whole);
  }

  /** Returns the clause that asks, such as {@code , did you mean list?}; empty for no name. */
  public static String question(String word, Collection<String> known) {
    return of(word, known).map(name -> ", did you mean " + name + "?").orElse("");
  }

  private static List<String> matching(Collection<String> known, Predicate<String> condition) {
    return known.stream().filter(condition).distinct().toList();
  }

  private static Optional<String> only(List<String> names) {
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /** Returns the optimal string alignment distance. */
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    Arrays.setAll(last, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchanged = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(exchanged, 1 + Math.min(row[j - 1], last[j]));
        boolean isSwapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        row[j] = isSwapped ? Math.min(row[j], 1 + beforeLast[j - 2]) : row[j];
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens many sentences of few kinds, which differ in their first number alone.
 *
 * <p>A disturbed machine makes a warning for most runs, which differ in their percentages: twenty
 * lines of that say less than one with a range.
 */
final class Sentences {

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private Sentences() {}

  /** Puts those of a kind together, in the order of the first, with their number and range. */
  static List<String> shortened(List<String> sentences) {
    Map<List<String>, LongSummaryStatistics> kinds = new LinkedHashMap<>();
    for (String sentence : sentences) {
      Matcher number = NUMBER.matcher(sentence);
      // Up to 17 digits fit a long, whatever they are.
      boolean isThere = number.find() && number.end() - number.start() < 18;
      List<String> parts =
          isThere
              ? List.of(sentence.substring(0, number.start()), sentence.substring(number.end()))
              : List.of(sentence);
      kinds
          .computeIfAbsent(parts, key -> new LongSummaryStatistics())
          .accept(isThere ? Long.parseLong(number.group()) : 0);
    }
    List<String> few = new ArrayList<>();
    kinds.forEach((parts, kind) -> few.add(sentence(parts, kind)));
    return few;
  }

  private static String sentence(List<String> parts, LongSummaryStatistics kind) {
    String text =
        parts.size() == 1
            ? parts.get(0)
            : parts.get(0)
                + kind.getMin()
                + (kind.getMin() == kind.getMax() ? "" : " to " + kind.getMax())
                + parts.get(1);
    return kind.getCount() == 1 ? text : kind.getCount() + " times: " + text;
  }
}

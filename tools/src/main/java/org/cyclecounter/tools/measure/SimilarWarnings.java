// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.cyclecounter.diagnostics.page.MeasuredOperation;

/**
 * Merges warnings that differ in their numbers alone into one with ranges.
 *
 * <p>A disturbed machine makes a warning for most runs, which differ in their percentages: twenty
 * lines of that say less than one with ranges.
 */
final class SimilarWarnings {

  // Up to 15 digits, which a double holds, whatever they are.
  private static final Pattern NUMBER = Pattern.compile("\\b\\d{1,12}(?:\\.\\d{1,3})?\\b");

  private SimilarWarnings() {}

  /** Merges an operation's warnings. */
  static MeasuredOperation mergedIn(MeasuredOperation operation) {
    return new MeasuredOperation(
        operation.name(),
        operation.bytes(),
        operation.starts(),
        operation.failure(),
        merged(operation.warnings()));
  }

  /** Puts those of a kind together, in the order of the first, with their number and ranges. */
  static List<String> merged(List<String> sentences) {
    Map<List<String>, List<List<String>>> kinds = new LinkedHashMap<>();
    for (String sentence : sentences) {
      List<String> numbers = NUMBER.matcher(sentence).results().map(MatchResult::group).toList();
      List<String> parts = List.of(NUMBER.split(sentence, -1));
      kinds.computeIfAbsent(parts, key -> new ArrayList<>()).add(numbers);
    }
    List<String> few = new ArrayList<>();
    kinds.forEach((parts, numbers) -> few.add(sentence(parts, numbers)));
    return few;
  }

  private static String sentence(List<String> parts, List<List<String>> kind) {
    StringBuilder text = new StringBuilder(kind.size() == 1 ? "" : kind.size() + " times: ");
    text.append(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      int number = i - 1;
      List<String> sorted =
          kind.stream()
              .map(numbers -> numbers.get(number))
              .sorted(Comparator.comparingDouble(Double::parseDouble))
              .toList();
      String least = sorted.get(0);
      String most = sorted.get(sorted.size() - 1);
      text.append(least).append(least.equals(most) ? "" : " to " + most).append(parts.get(i));
    }
    return text.toString();
  }
}

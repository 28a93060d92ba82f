// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A row of the catalogue of faults, {@code faults.tsv} of {@code itest/faults}.
 *
 * @param name a counter's name, which an asterisk may end, or a provider's class
 * @param where a step of the rehearsal, or another place where the fault shows
 * @param selector USABLE, a hyphen for anything, or codes of rejections with bars between, a blank,
 *     and a pattern that the reason contains; a tilde stands for any code
 * @param kit the rule of the kit of tests that it breaks, or a hyphen
 */
public record FaultRow(
    String name,
    String language,
    String what,
    String where,
    String selector,
    String kit,
    Set<String> tags) {

  private static final String EVERY_CODE = "~";

  private static FaultRow of(String line) {
    String[] cells = line.split("\t", -1);
    return new FaultRow(
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], Set.of(cells[6].split(" ")));
  }

  /** Returns the rows with a tag, all rows for an empty one, that this processor can have. */
  public static List<FaultRow> all(Path classes, String tag, String processor) throws IOException {
    try (Stream<String> lines = Files.lines(classes.resolve("com/example/faults/faults.tsv"))) {
      List<FaultRow> all =
          new ArrayList<>(lines.filter(line -> !line.startsWith("#")).map(FaultRow::of).toList());
      all.removeIf(
          row ->
              !tag.isEmpty() && !row.tags.contains(tag)
                  || Stream.of("amd64", "arm64")
                      .anyMatch(other -> row.tags.contains(other) && !other.equals(processor)));
      return all;
    }
  }

  /** Returns true if a report's row, or the provider's, is of this counter. */
  public boolean isOf(String counter, String reason) {
    if (name.endsWith("*")) {
      return counter.startsWith(name.substring(0, name.length() - 1));
    }
    return counter.equals(name.equals("unnamed") ? "" : name.replace('$', '.'))
        || counter.endsWith("." + name)
        || reason.contains("of " + name);
  }

  public List<String> codes() {
    return List.of(selector.split(" ", 2)[0].split("\\|"));
  }

  /**
   * Returns the rows that no line of a report agrees with, and what it says of them.
   *
   * @param report names, verdicts and reasons
   * @param sentences for each code its sentence, in which a zero character stands for an argument
   * @param steps what completes a sentence about a step, by the name of the step
   */
  public static Map<String, String> wrong(
      List<FaultRow> rows,
      List<List<String>> report,
      Map<String, String> sentences,
      Map<String, String> steps) {
    Map<String, String> wrong = new TreeMap<>();
    for (FaultRow row : rows) {
      List<List<String>> lines = new ArrayList<>(report);
      lines.removeIf(line -> !row.isOf(line.get(0), line.get(2)));
      if (!row.codes().contains("-")
          && lines.stream().noneMatch(line -> row.agrees(line, sentences, steps))) {
        wrong.put(row.name + ", " + row.selector, lines.toString());
      }
    }
    return wrong;
  }

  private boolean agrees(
      List<String> line, Map<String, String> sentences, Map<String, String> steps) {
    List<String> codes = codes();
    String reason = line.get(2);
    boolean isRejected = line.get(1).equals("REJECTED");
    if (codes.contains("USABLE")) {
      return !isRejected;
    }
    String pattern = selector.contains(" ") ? selector.split(" ", 2)[1] : "";
    for (Map.Entry<String, String> step : steps.entrySet()) {
      pattern =
          pattern.replaceAll(
              "\\b" + step.getKey() + "\\b",
              Matcher.quoteReplacement(Pattern.quote(step.getValue())));
    }
    return isRejected
        && isFound(pattern, reason)
        && codes.stream()
            .anyMatch(
                code ->
                    code.equals(EVERY_CODE)
                        || isFound(
                            Pattern.quote(sentences.getOrDefault(code, code))
                                .replace("\0", "\\E.*\\Q"),
                            reason));
  }

  private static boolean isFound(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL | Pattern.CASE_INSENSITIVE).matcher(text).find();
  }
}

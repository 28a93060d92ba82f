// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a command's output with the document's. In the document {@code <name>} stands for a
 * word, the same one at each use; a line {@code ...} for any lines, {@code ...} in a line for any
 * text. How many spaces there are does not matter.
 */
final class Expected {

  private static final Pattern PLACEHOLDER = Pattern.compile("<([a-z]+)>");

  private final Map<String, String> words = new HashMap<>();

  /** The line with the words that its placeholders stood for. */
  String filled(String line) {
    return PLACEHOLDER
        .matcher(line)
        .replaceAll(
            found -> Matcher.quoteReplacement(words.getOrDefault(found.group(1), found.group())));
  }

  /** True, and the words are known from then on, if they match. */
  boolean matches(List<String> shown, List<String> printed) {
    List<String> names = new ArrayList<>();
    StringBuilder pattern = new StringBuilder();
    for (String line : shown) {
      pattern.append(line.equals("...") ? "(?:.*\n)*?" : line(line.strip(), names) + " ?\n");
    }
    StringBuilder text = new StringBuilder();
    for (String line : printed) {
      text.append(line.strip().replaceAll("\\s+", " ")).append('\n');
    }
    Matcher matcher = Pattern.compile(pattern.toString()).matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    for (String name : names) {
      words.put(name, matcher.group(name));
    }
    return true;
  }

  private String line(String line, List<String> names) {
    String text = filled(line);
    StringBuilder pattern = new StringBuilder();
    Matcher placeholder = PLACEHOLDER.matcher(text);
    int end = 0;
    while (placeholder.find()) {
      pattern.append(literally(text.substring(end, placeholder.start())));
      String name = placeholder.group(1);
      pattern.append(names.contains(name) ? "\\k<" + name + ">" : "(?<" + name + ">\\S+)");
      names.add(name);
      end = placeholder.end();
    }
    return pattern.append(literally(text.substring(end))).toString();
  }

  private static String literally(String text) {
    return Stream.of(text.replaceAll("\\s+", " ").split("\\.\\.\\.", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }
}

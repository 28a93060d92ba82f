// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.cyclecounter.itest.tutorial.Block;

/**
 * A Mermaid drawing of a page.
 *
 * @param subject its name: the text after {@code %%} in its first lines
 * @param arrows each as {@code from --> to}
 */
record Drawing(String subject, Set<String> arrows) {

  private static final String SUBJECT = "%% ";
  private static final String ARROW = " --> ";

  /** Those of a page, in its order. */
  static List<Drawing> of(Path page) throws IOException {
    return Block.of(page).stream()
        .filter(block -> block.language().equals("mermaid"))
        .map(block -> of(page, block.lines()))
        .toList();
  }

  private static Drawing of(Path page, List<String> lines) {
    String subject = "";
    Set<String> arrows = new TreeSet<>();
    for (String line : lines) {
      String text = line.strip();
      if (text.startsWith(SUBJECT)) {
        subject = text.substring(SUBJECT.length());
      } else if (text.contains(ARROW)) {
        String[] ends = text.split(ARROW);
        for (String from : ends[0].split(" & ")) {
          for (String to : ends[1].split(" & ")) {
            arrows.add(from + ARROW + to);
          }
        }
      } else if (!text.startsWith("flowchart")) {
        throw new AssertionError(page + ": '" + text + "' is neither an arrow nor a subject");
      }
    }
    return new Drawing(subject, arrows);
  }
}

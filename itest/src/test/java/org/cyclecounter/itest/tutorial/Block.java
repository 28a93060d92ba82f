// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of a Markdown document.
 *
 * @param above the line above the opening fence, empty in the first line
 * @param language the word behind the opening fence, such as {@code sh} or {@code java}
 * @param lines the text between the fences
 * @param number the document's line below the opening fence, from 1
 */
public record Block(String above, String language, List<String> lines, int number) {

  private static final String FENCE = "```";

  /** Reads all blocks of a document, in order. */
  public static List<Block> of(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Block open = null;
    String above = "";
    int number = 0;
    for (String line : Files.readAllLines(document)) {
      number++;
      if (!line.startsWith(FENCE)) {
        if (open != null) {
          open.lines.add(line);
        }
      } else if (open == null) {
        open = new Block(above, line.substring(FENCE.length()), new ArrayList<>(), number + 1);
      } else {
        blocks.add(open);
        open = null;
      }
      above = line;
    }
    if (open != null) {
      throw new IOException(document + ":" + open.number + ": the block is not closed");
    }
    return blocks;
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }
}

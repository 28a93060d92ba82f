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
 * @param language what stands behind the opening fence: {@code sh}, {@code java}
 * @param lines those between the fences
 * @param number of the document's line below the opening fence, from 1
 */
record Block(String language, List<String> lines, int number) {

  private static final String FENCE = "```";

  /** All of a document, in order. */
  static List<Block> of(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Block open = null;
    int number = 0;
    for (String line : Files.readAllLines(document)) {
      number++;
      if (!line.startsWith(FENCE)) {
        if (open != null) {
          open.lines.add(line);
        }
      } else if (open == null) {
        open = new Block(line.substring(FENCE.length()), new ArrayList<>(), number + 1);
      } else {
        blocks.add(open);
        open = null;
      }
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

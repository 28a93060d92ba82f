// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cyclecounter.itest.tutorial.Block;
import org.junit.jupiter.api.Test;

/** The README's numbers stand in the evidence, and its commands in the workflow. */
class ReadmeIT {

  private static final Path ROOT = Path.of(Java.MODS, "..", "..");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.-])\\d[\\d,]*(?:\\.\\d+)?");

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  private static Set<String> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(number -> number.group().replace(",", ""))
        .collect(Collectors.toSet());
  }

  /** The text below the heading of the second level that has the anchor. */
  private static String section(String page, String anchor) throws IOException {
    for (String section : Files.readString(ROOT.resolve(page)).split("(?m)^## ")) {
      String heading = section.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
      if (heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-').equals(anchor)) {
        return section;
      }
    }
    throw new AssertionError(page + " has no section " + anchor);
  }

  @Test
  void numbersAreThoseOfTheEvidence() throws Exception {
    Matcher list =
        Pattern.compile("<!-- numbers: [^>]*-->\n(.*?)\n\n", Pattern.DOTALL).matcher(readme());
    assertThat(list.find()).isTrue();
    String[] lines = list.group(1).split("(?m)^- ");
    assertThat(lines).hasSize(5).startsWith("");
    for (String line : lines) {
      Matcher link = Pattern.compile("\\((docs/[^()#]+)#([^()]+)\\)").matcher(line);
      if (!line.isEmpty()) {
        assertThat(link.find()).as(line).isTrue();
        Set<String> known = numbers(section(link.group(1), link.group(2)));
        assertThat(numbers(link.replaceAll(""))).as(line).hasSizeGreaterThan(1).isSubsetOf(known);
      }
    }
  }

  /** Not run here; its commands must at least be those of the README. */
  @Test
  void workflowRunsTheCommands() throws Exception {
    List<String> workflow =
        Files.readAllLines(ROOT.resolve(".github/workflows/checks.yml")).stream()
            .map(line -> line.strip().replaceFirst("^run: ", ""))
            .toList();
    List<String> commands =
        Block.of(ROOT.resolve("README.md")).stream()
            .filter(block -> block.language().equals("sh"))
            .findFirst()
            .orElseThrow()
            .lines()
            .stream()
            .map(line -> line.replaceFirst("\\s+#.*", ""))
            .toList();
    assertThat(commands).hasSize(2);
    assertThat(workflow).containsAll(commands);
  }
}

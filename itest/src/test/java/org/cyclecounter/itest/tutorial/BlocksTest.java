// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every block of the documents has an owner that notices when it is wrong: a mark above it names a
 * sample, a script's step or an edit of the counter's tutorial; or it is in the list below.
 */
class BlocksTest {

  private static final Path PROJECT = Sample.PROJECT;

  /** Page and first line of blocks without a mark, and who looks after them, or why nobody does. */
  private static final Map<String, String> UNMARKED =
      Map.ofEntries(
          Map.entry("docs/osgi\\.md: .*", "TutorialIT runs the page"),
          Map.entry("docs/architecture\\.md: %% .*", "DrawingTest compares it with the classes"),
          Map.entry("docs/evidence/.*", "measured: printed by the command that the page names"),
          Map.entry("docs/operators\\.md: grant \\{", "SecurityManagerIT grants it"),
          Map.entry("samples/README\\.md: java .*", "SamplesIT runs it"),
          Map.entry("(README|CONTRIBUTING)\\.md: mvn .*", "the build; ReadmeIT has the workflow's"),
          Map.entry("docs/commands\\.md: counter .*", "a table; ReportTableTest has its columns"),
          Map.entry(
              "docs/(constant-time|gate|instructions)\\.md: (Depends|Differs|cond|\\d+ ).*",
              "output of a machine; ConstantTimeTest, InstructionsTest and GateTest have its form"),
          Map.entry(
              "docs/(instructions|jmh)\\.md: java .*-prof .*",
              "JMH's command; InstructionProfilerTest, and S09JmhBenchmark for cycles"),
          Map.entry("distribution/.*: (#include|private) .*", "as in the template c, which runs"),
          Map.entry("docs/native-image\\.md: .*", "needs a Graal VM, which no build here has"),
          Map.entry("docs/release\\.md: .*", "a release; itest/outside/run has its stage"),
          Map.entry("docs/selector\\.md: provider -->.*", "a drawing"));

  /** DocumentedCommandsTest of tools parses these. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(java -p target/mods -m org\\.cyclecounter\\.tools|cyclecounter"
              + "|java -jar \\S*cyclecounter-all\\.jar) [a-z-]+ .*");

  private record Found(Path page, Block block) {
    String text() {
      String name = PROJECT.relativize(page).toString().replace('\\', '/');
      return name + ": " + block.lines().get(0).strip();
    }

    boolean isMarked(String kind) {
      return block.above().startsWith("<!-- " + kind + ": ");
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of("docs", "samples", "distribution/cyclecounter-headers/src")) {
      try (Stream<Path> files = Files.walk(PROJECT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    pages.removeIf(page -> PROJECT.relativize(page).toString().contains("target"));
    pages.add(PROJECT.resolve("README.md"));
    pages.add(PROJECT.resolve("CONTRIBUTING.md"));
    return pages;
  }

  private static List<Found> blocks() throws IOException {
    List<Found> blocks = new ArrayList<>();
    for (Path page : pages()) {
      Block.of(page).forEach(block -> blocks.add(new Found(page, block)));
    }
    return blocks;
  }

  @Test
  void haveOwners() throws IOException {
    Set<String> used = new HashSet<>();
    List<String> without = new ArrayList<>();
    for (Found found : blocks()) {
      boolean isOwned =
          Stream.of("sample", "prints", "outside", "gate", "add").anyMatch(found::isMarked)
              || found.block.lines().stream().allMatch(COMMAND.asMatchPredicate());
      for (String pattern : UNMARKED.keySet()) {
        if (!isOwned && found.text().matches(pattern)) {
          used.add(pattern);
        }
      }
      if (!isOwned && UNMARKED.keySet().stream().noneMatch(found.text()::matches)) {
        without.add(found.text());
      }
    }
    assertThat(without).as("mark it, or list it here").isEmpty();
    assertThat(used).isEqualTo(UNMARKED.keySet());
  }

  /** A block of samples is compared by SamplesTest, one to add by build/counter-tutorial. */
  @Test
  void stepsOfMarksAreInAScript() throws IOException {
    StringBuilder scripts = new StringBuilder();
    try (Stream<Path> files = Files.walk(PROJECT.resolve("itest/outside"))) {
      Set<String> names = Set.of("check", "run");
      for (Path script :
          files.filter(file -> names.contains(file.getFileName().toString())).toList()) {
        scripts.append(Files.readString(script));
      }
    }
    List<String> unread = new ArrayList<>();
    for (Found found : blocks()) {
      String name = found.block.above().replaceAll("<!-- (outside|gate): (\\S+) -->", "$2");
      // The headers' page has a step for each compiler, whose names a script takes from there.
      boolean isRead =
          found.page.startsWith(PROJECT.resolve("distribution"))
              || Pattern.compile("(?<![\\w-])" + name + "(?![\\w-])").matcher(scripts).find();
      if ((found.isMarked("outside") || found.isMarked("gate")) && !isRead) {
        unread.add(found.text());
      }
    }
    assertThat(unread).isEmpty();
  }

  /** Indented blocks have no mark, and no language. */
  @Test
  void areNotIndented() throws IOException {
    List<Path> indented = new ArrayList<>();
    for (Path page : pages()) {
      String outside = Files.readString(page).replaceAll("(?s)```.*?```", "");
      if (Pattern.compile("\n\n    \\S").matcher(outside).find()) {
        indented.add(page);
      }
    }
    assertThat(indented).isEmpty();
  }
}

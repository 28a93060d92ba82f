// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of documents, and comments' references to documents, have a target. */
class DocumentsTest {

  private static final Path ROOT = PublishedModule.PROJECT;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HAZARDS =
      Pattern.compile("[Cc]old start (\\d+(?:(?:, | and |,\\s+\\* | and\\s+\\* )\\d+)*)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The pages for those who change the project; all others are for its users. */
  private static final Set<String> MAINTAINERS =
      Set.of(
          "architecture.md",
          "bench-design.md",
          "cold-start.md",
          "decisions.md",
          "design.md",
          "isolation-design.md",
          "osgi-design.md",
          "packaging.md",
          "perf-events.md",
          "release.md",
          "selector.md");

  private static final int MOST_WORDS_FOR_USERS = 1500;
  private static final int MOST_WORDS = 1800;
  private static final int MOST_WORDS_OF_README = 700;
  private static final int MOST_WORDS_OF_ALL = 40_000;

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String folder :
        List.of(".", "docs", "docs/evidence", "docs/machines", "docs/schemas", "samples")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : Files.readAllLines(document)) {
      if (line.matches("#+ .*")) {
        String heading = line.replaceFirst("#+ ", "").strip().toLowerCase(Locale.ROOT);
        anchors.add(heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  @Test
  void noLinkWithinTheProjectIsDead() throws IOException {
    List<String> dead = new ArrayList<>();
    int links = 0;
    Map<Path, Set<String>> anchors = new HashMap<>();
    for (Path document : documents()) {
      Matcher matcher = LINK.matcher(Files.readString(document));
      while (matcher.find()) {
        String link = matcher.group(1);
        if (link.matches("[a-z]+:.*")) {
          continue;
        }
        links++;
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        boolean isThere = Files.exists(target);
        if (isThere && parts.length == 2) {
          Path page = target.normalize();
          if (!anchors.containsKey(page)) {
            anchors.put(page, anchors(page));
          }
          isThere = anchors.get(page).contains(parts[1]);
        }
        if (!isThere) {
          dead.add(ROOT.relativize(document) + ": " + link);
        }
      }
    }
    assertThat(links).isGreaterThan(50);
    assertThat(dead).isEmpty();
  }

  /** Overlong guides mostly contain measurements, which belong in docs/evidence. */
  @Test
  void guidesCanBeReadToTheEnd() throws IOException {
    List<String> tooLong = new ArrayList<>();
    Set<String> pages = new TreeSet<>();
    for (Path document : documents()) {
      if (!document.getParent().equals(ROOT.resolve("docs"))) {
        continue;
      }
      String page = document.getFileName().toString();
      pages.add(page);
      int words = words(document);
      if (words >= (MAINTAINERS.contains(page) ? MOST_WORDS : MOST_WORDS_FOR_USERS)) {
        tooLong.add(page + " has " + words + " words");
      }
    }
    assertThat(pages).containsAll(MAINTAINERS).hasSizeGreaterThan(MAINTAINERS.size() + 10);
    assertThat(tooLong).isEmpty();
  }

  @Test
  void allDocumentsTogetherHaveAtMost40000Words() throws IOException {
    int words = 0;
    for (Path page : pages()) {
      words += words(page);
    }
    assertThat(words).isBetween(MOST_WORDS_OF_ALL / 2, MOST_WORDS_OF_ALL);
  }

  /** All of the tree. Not below target, where other tests make and delete files meanwhile. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean isLeftOut =
                !folder.equals(ROOT) && folder.getFileName().toString().matches("target|\\.git");
            return isLeftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }

  private static int words(Path document) throws IOException {
    return new StringTokenizer(Files.readString(document)).countTokens();
  }

  @Test
  void readmeIsAFirstScreen() throws IOException {
    Path readme = ROOT.resolve("README.md");
    assertThat(words(readme)).isLessThanOrEqualTo(MOST_WORDS_OF_README);
    for (String paragraph : Files.readString(readme).split("\n\n|\n(?=\\|)")) {
      assertThat(LINK.matcher(paragraph).results().count()).as(paragraph).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void indexHasEveryPage() throws IOException {
    Path index = ROOT.resolve("docs/README.md");
    Set<Path> linked = new HashSet<>();
    Matcher link = LINK.matcher(Files.readString(index));
    while (link.find()) {
      linked.add(index.resolveSibling(link.group(1)).normalize());
    }
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.filter(page -> page.toString().endsWith(".md") && !page.equals(index)))
          .hasSizeGreaterThan(MAINTAINERS.size() + 10)
          .allMatch(page -> linked.contains(page.normalize()));
    }
  }

  @Test
  void theGlossaryHasNoTermTwice() throws IOException {
    List<String> terms = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/glossary.md"))) {
      if (line.startsWith("- **")) {
        terms.add(line.split("\\*\\*")[1].toLowerCase(Locale.ROOT));
      }
    }
    assertThat(terms).hasSizeGreaterThan(40).doesNotHaveDuplicates();
  }

  @Test
  void commentsNameHazardsOfTheColdStartThatThereAre() throws IOException {
    Set<Integer> known = new TreeSet<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/cold-start.md"))) {
      if (line.matches("\\| \\d+ \\|.*")) {
        assertThat(known.add(Integer.parseInt(line.split(" ")[1]))).as(line).isTrue();
      }
    }
    Set<Integer> named = new TreeSet<>();
    for (PublishedModule module : PublishedModule.all()) {
      for (Path file : module.sources()) {
        addHazards(Files.readString(file), named);
      }
    }
    assertThat(named).hasSizeGreaterThan(5);
    assertThat(known).containsAll(named);
  }

  private static void addHazards(String source, Set<Integer> named) {
    Matcher matcher = HAZARDS.matcher(source);
    while (matcher.find()) {
      Matcher number = NUMBER.matcher(matcher.group(1));
      while (number.find()) {
        named.add(Integer.parseInt(number.group()));
      }
    }
  }
}

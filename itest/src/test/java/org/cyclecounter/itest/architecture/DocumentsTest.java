// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

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
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;

/** Documents and tests are short, and links have a target. */
class DocumentsTest {

  private static final Path ROOT = PublishedModule.PROJECT;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

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
  private static final int MOST_WORDS_OF_ALL = 39_300;
  private static final int MOST_LINES_OF_TESTS = 41_500;

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
  void linksWithinTheProjectHaveTargets() throws IOException {
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
  void documentsBesideReadmeTogetherHaveAtMost41000Words() throws IOException {
    int words = 0;
    for (Path page : files(".md")) {
      words += page.equals(ROOT.resolve("README.md")) ? 0 : words(page);
    }
    assertThat(words).isBetween(MOST_WORDS_OF_ALL / 2, MOST_WORDS_OF_ALL);
  }

  @Test
  void testsTogetherHaveAtMost41500LinesOfCode() throws Exception {
    String needed = "git -C '" + ROOT + "' rev-parse && sed --version";
    if (!Java.done("bash", "-c", needed)) {
      System.out.println(
          "lines of tests are not counted: no git checkout, or no bash, git or GNU sed");
      abort();
    }
    Java.Result counted =
        Java.run(
            new ProcessBuilder("bash", ROOT.resolve("build/code-lines").toString(), "--tests"));
    assertThat(counted.status()).as(counted.toString()).isZero();
    String total = counted.out().get(counted.out().size() - 1).strip();
    assertThat(total).endsWith(" total");
    assertThat(Integer.parseInt(total.split(" ")[0]))
        .isBetween(MOST_LINES_OF_TESTS / 2, MOST_LINES_OF_TESTS);
  }

  /** All of the tree. Not below target, where other tests make and delete files meanwhile. */
  static List<Path> files(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
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
            if (file.toString().endsWith(ending)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static int words(Path document) throws IOException {
    return new StringTokenizer(Files.readString(document)).countTokens();
  }

  @Test
  void readmeIsFirstScreen() throws IOException {
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
}

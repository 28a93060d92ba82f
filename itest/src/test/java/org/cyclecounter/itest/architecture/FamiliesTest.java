// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every list of the families of counters has all of them, and {@code build/family} extends it. */
class FamiliesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** {@code build/support-table --counters} writes it. */
  private static final String GENERATED =
      "selector/src/main/java/org/cyclecounter/selector/report/Families.java";

  /** Folders and files that are generated, read the folders of modules, or are about the past. */
  private static final Set<String> OTHERS =
      Set.of("target", ".git", "native", "evidence", "machines", "README.md", "CHANGELOG.md");

  /** Lists the families by the modules' folders. */
  static List<String> families() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.getFileName().toString())
          .filter(name -> name.startsWith("counter-"))
          .map(name -> name.substring("counter-".length()))
          .sorted()
          .toList();
    }
  }

  /** Lists the files that {@code build/family} extends. */
  private static List<String> lists() throws IOException {
    String script = Files.readString(ROOT.resolve("build/family"));
    return script
        .lines()
        .dropWhile(line -> !line.equals("lists=("))
        .skip(1)
        .takeWhile(line -> !line.equals(")"))
        .map(String::strip)
        .toList();
  }

  @Test
  void listsHaveAllFamilies() throws IOException {
    List<String> lists = lists();
    assertThat(lists).isNotEmpty();
    for (String list : lists) {
      String text = Files.readString(ROOT.resolve(list));
      for (String family : families()) {
        assertThat(count(text, family))
            .as("%s names %s as often as misc", list, family)
            .isGreaterThanOrEqualTo(Math.max(1, count(text, "misc")));
      }
    }
  }

  @Test
  void buildFamilyKnowsEveryList() throws IOException {
    List<String> lists = new ArrayList<>();
    addLists(ROOT, families(), lists);
    lists.remove(GENERATED);
    assertThat(lists).containsExactlyInAnyOrderElementsOf(lists());
  }

  /** Adds the files that name every family. */
  private static void addLists(Path path, List<String> families, List<String> lists)
      throws IOException {
    if (OTHERS.contains(path.getFileName().toString())) {
      return;
    }
    if (Files.isDirectory(path)) {
      try (Stream<Path> children = Files.list(path)) {
        for (Path child : children.toList()) {
          addLists(child, families, lists);
        }
      }
    } else {
      String text = Files.readString(path, StandardCharsets.ISO_8859_1);
      if (families.stream().allMatch(family -> count(text, family) > 0)) {
        lists.add(ROOT.relativize(path).toString().replace('\\', '/'));
      }
    }
  }

  private static long count(String text, String word) {
    return Pattern.compile("\\b" + word + "\\b").matcher(text).results().count();
  }
}

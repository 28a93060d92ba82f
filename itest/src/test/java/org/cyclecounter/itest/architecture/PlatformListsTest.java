// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Everything that lists platforms lists those of {@code build/targets}, and what a module's {@code
 * src/main/c/libraries} makes of them.
 */
class PlatformListsTest {

  private static final String FOLDER = "META-INF/native/";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A platform's name, wherever somebody has written one. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "(?<![\\w-])(?:linux|darwin|win32|freebsd)-"
              + "(?:x86|aarch|arm|ppc|riscv|mips|s390|sparc|loong)[a-z0-9]*(?:-64)?(?![\\w*-])");

  /** A library for one target. */
  private record Library(String name, String prefix, List<String> files) {
    String path() {
      String file =
          switch (prefix.split("-")[0]) {
            case "win32" -> name + ".dll";
            case "darwin" -> "lib" + name + ".dylib";
            default -> "lib" + name + ".so";
          };
      return FOLDER + prefix + "/" + file;
    }

    String list() {
      return FOLDER + name + ".sha256";
    }
  }

  /** Those that package libraries. */
  private static List<String> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      List<String> modules =
          folders
              .filter(folder -> Files.exists(folder.resolve("src/main/c/libraries")))
              .map(folder -> folder.getFileName().toString())
              .sorted()
              .toList();
      assertThat(modules).contains("api", "counter-x86", "selector");
      return modules;
    }
  }

  private static List<String> targets() throws IOException {
    return lines(ROOT.resolve("build/targets")).stream()
        .map(line -> line.split("\\s+")[0])
        .toList();
  }

  private static List<String> lines(Path list) throws IOException {
    return Files.readAllLines(list).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static List<Library> libraries(String module) throws IOException {
    List<Library> libraries = new ArrayList<>();
    for (String line : lines(ROOT.resolve(module + "/src/main/c/libraries"))) {
      String[] words = line.split("\\s+");
      List<String> matching =
          targets().stream().filter(prefix -> prefix.matches(words[1].replace("*", ".*"))).toList();
      assertThat(matching).as("%s: targets of '%s'", module, line).isNotEmpty();
      for (String prefix : matching) {
        libraries.add(new Library(words[0], prefix, List.of(words).subList(2, words.length)));
      }
    }
    return libraries;
  }

  private static Set<String> namesIn(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Set<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(ending))
          .forEach(names::add);
      return names;
    }
  }

  @Test
  void packagesLibrariesOfTargetsWithDigestsAlone() throws IOException {
    for (String module : modules()) {
      Set<String> expected = new TreeSet<>();
      for (Library library : libraries(module)) {
        expected.add(library.path());
        expected.add(library.list());
        expected.add(library.list().replace(".sha256", ".crc32"));
      }
      Path resources = ROOT.resolve(module + "/src/main/resources");
      Set<String> packaged = namesIn(resources, "");
      packaged.removeIf(name -> !name.startsWith(FOLDER));
      assertThat(packaged)
          .as("%s: META-INF/native; run build/natives", module)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void librariesHaveAllFilesOfC() throws IOException {
    Set<Path> listed = new TreeSet<>();
    Set<Path> files = new TreeSet<>();
    for (String module : modules()) {
      Path folder = ROOT.resolve(module + "/src/main/c");
      for (Library library : libraries(module)) {
        library.files().forEach(file -> listed.add(folder.resolve(file).normalize()));
      }
    }
    for (Path folder : listed.stream().map(Path::getParent).distinct().toList()) {
      namesIn(folder, ".c").forEach(name -> files.add(folder.resolve(name)));
    }
    assertThat(listed).isEqualTo(files);
  }

  @Test
  void providersKnowProcessorsOfTheirLibraries() throws IOException {
    for (String module : modules()) {
      if (!module.startsWith("counter-") || module.equals("counter-os")) {
        continue; // the latter's counters are of systems, not of processors
      }
      Path java = ROOT.resolve(module + "/src/main/java");
      Set<String> providers = namesIn(java, "Provider.java");
      assertThat(providers).as(module).hasSize(1);
      String provider = Files.readString(java.resolve(providers.iterator().next()));
      for (Library library : libraries(module)) {
        String processor = library.prefix().substring(library.prefix().indexOf('-') + 1);
        assertThat(provider).as("%s's provider", module).contains("\"" + processor + "\"");
      }
    }
  }

  /** The rows of {@code PlatformTest}, which end in the platform's name. */
  @Test
  void platformTestHasAllTargets() throws IOException {
    Path test = Path.of("api/src/test/java/org/cyclecounter/spi/nativelib/PlatformTest.java");
    assertThat(Files.readAllLines(ROOT.resolve(test)))
        .filteredOn(line -> line.matches(" +[A-Z].*, (LITTLE|BIG), .*"))
        .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
        .containsAll(targets());
  }

  /** Authors of providers have nothing but this list. */
  @Test
  void headersReadmeNamesAllTargets() throws IOException {
    Path readme = ROOT.resolve("distribution/cyclecounter-headers/src/README.md");
    assertThat(prefixes(readme)).containsExactlyInAnyOrderElementsOf(targets());
  }

  /**
   * In documents, scripts and code alike: a misspelt or forgotten platform is found by its name.
   */
  @Test
  void filesNameKnownPlatformsOnly() throws IOException {
    Set<String> unknown = new TreeSet<>();
    List<Path> places = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("docs")));
    places.add(ROOT.resolve("itest/src"));
    for (String module : modules()) {
      places.add(ROOT.resolve(module + "/src"));
    }
    for (Path place : places) {
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : files.filter(PlatformListsTest::isText).toList()) {
          prefixes(file).forEach(prefix -> unknown.add(prefix + " in " + ROOT.relativize(file)));
        }
      }
    }
    List<String> targets = targets();
    unknown.removeIf(each -> targets.contains(each.split(" ")[0]));
    assertThat(unknown).as("platforms that build/targets has not").isEmpty();
  }

  private static boolean isText(Path file) {
    String path = file.toString().replace('\\', '/');
    String name = file.getFileName().toString();
    return Files.isRegularFile(file)
        && !path.contains("/META-INF/")
        && (name.indexOf('.') < 0 || name.matches(".*\\.(md|java|c|h|tsv|txt|json)"));
  }

  private static Set<String> prefixes(Path file) throws IOException {
    return PREFIX
        .matcher(Files.readString(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }
}

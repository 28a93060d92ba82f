// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;

/** Published artifacts have the licence, and notices of the libraries that they contain. */
class LicencesIT {

  private static final Path ROOT = Path.of(System.getProperty("machines.root"));
  private static final String LICENSE = "META-INF/LICENSE";

  private static List<Path> files(Path folder, String pattern) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  private static String text(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    assertThat(entry).as(zip.getName() + " has " + name).isNotNull();
    try (InputStream in = zip.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertHasLicence(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      assertThat(text(zip, LICENSE)).as("%s", jar).isEqualTo(licence());
    }
  }

  private static String licence() throws IOException {
    return Files.readString(ROOT.resolve("LICENSE"));
  }

  @Test
  void jarsHaveTheLicence() throws Exception {
    List<Path> jars = files(Path.of(Java.MODS), "cyclecounter-.*\\.jar");
    assertThat(jars).hasSizeGreaterThan(10);
    for (Path jar : jars) {
      assertHasLicence(jar);
    }
    for (String module : List.of("api", "tck", "diagnostics/webconsole")) {
      for (Path jar : files(ROOT.resolve(module).resolve("target"), "cyclecounter-.*\\.jar")) {
        assertHasLicence(jar);
      }
    }
  }

  @Test
  void executableJarHasTheNoticesOfTheLibrariesInIt() throws Exception {
    List<Path> jars =
        files(
            ROOT.resolve("distribution/cyclecounter-all/target"),
            "cyclecounter-all-[^-]*(-SNAPSHOT)?\\.jar");
    assumeTrue(!jars.isEmpty(), "the executable JAR is not built, as with -pl itest -am");
    for (Path jar : jars) {
      assertHasLicence(jar);
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertThat(text(zip, "META-INF/NOTICE")).isEqualTo(notices());
        assertThat(zip.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
            .as("classes of libraries without a notice")
            .allMatch(name -> name.matches("(org/cyclecounter|picocli|com/sun/jna)/.*"));
        text(zip, "META-INF/AL2.0");
        text(zip, "META-INF/LGPL2.1");
      }
    }
  }

  @Test
  void archiveHasPagesAndSamplesAndNotices() throws Exception {
    List<Path> archives = files(ROOT.resolve("distribution/cyclecounter-dist/target"), ".*\\.zip");
    assumeTrue(!archives.isEmpty(), "the archive is not built, as with -pl itest -am");
    for (Path archive : archives) {
      try (ZipFile zip = new ZipFile(archive.toFile())) {
        String home = zip.stream().map(ZipEntry::getName).findFirst().orElseThrow();
        home = home.substring(0, home.indexOf('/') + 1);
        assertThat(zip.stream().map(entry -> entry.getName().replaceFirst("^[^/]*/", "")))
            .contains("docs/faq.md", "docs/operators.md", "docs/schemas/info-1.json", "README.md")
            .contains("samples/README.md", "samples/pom.xml", "samples/component/pom.xml")
            .noneMatch(name -> name.contains("/target/"));
        assertThat(text(zip, home + "LICENSE")).isEqualTo(licence());
        assertThat(text(zip, home + "NOTICE")).isEqualTo(notices());
        for (ZipEntry entry : zip.stream().filter(e -> e.getName().endsWith(".jar")).toList()) {
          String jar = entry.getName().replaceFirst(".*/", "").replaceFirst("-\\d.*", "");
          assertThat(jar.startsWith("cyclecounter") || notices().contains(":" + jar + ")"))
              .as("notice of %s", jar)
              .isTrue();
        }
      }
    }
  }

  private static String notices() throws IOException {
    return Files.readString(ROOT.resolve("distribution/NOTICE"));
  }
}

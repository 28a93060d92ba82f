// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The archive has the pages that the program's messages name, and the samples. */
class ArchiveIT {

  private static final Path TARGET =
      Path.of(System.getProperty("machines.root"), "distribution/cyclecounter-dist/target");

  private static List<Path> archives() throws IOException {
    if (!Files.isDirectory(TARGET)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(TARGET)) {
      return files.filter(file -> file.toString().endsWith(".zip")).toList();
    }
  }

  @Test
  void hasPagesAndSamples() throws Exception {
    List<Path> archives = archives();
    assumeTrue(!archives.isEmpty(), "the archive is not built, as with -pl itest -am");
    for (Path archive : archives) {
      try (ZipFile zip = new ZipFile(archive.toFile())) {
        assertThat(
                zip.stream().map(ZipEntry::getName).map(name -> name.replaceFirst("^[^/]*/", "")))
            .contains("docs/faq.md", "docs/operators.md", "docs/schemas/info-1.json", "README.md")
            .contains("samples/README.md", "samples/pom.xml", "samples/component/pom.xml")
            .noneMatch(name -> name.contains("/target/"));
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "Add a counter" in CONTRIBUTING.md still applies; {@code build/counter-tutorial} follows it. */
class CounterPageTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  private static List<Block> blocks(String kind) throws Exception {
    String mark = "<!-- add: " + kind;
    return Block.of(PROJECT.resolve("CONTRIBUTING.md")).stream()
        .filter(block -> block.above().startsWith(mark))
        .toList();
  }

  static Stream<Block> files() throws Exception {
    return blocks("file").stream();
  }

  static Stream<Block> insertions() throws Exception {
    return blocks("after").stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void namesNewFilesOfFoldersThatExist(Block block) {
    Path file = PROJECT.resolve(block.above().split(" ")[3]);
    assertThat(file).doesNotExist().extracting(Path::getParent).matches(Files::isDirectory);
  }

  @ParameterizedTest
  @MethodSource("insertions")
  void namesOneLineToInsertBehind(Block block) throws Exception {
    String line = block.above().split("\"")[1];
    assertThat(Files.readAllLines(PROJECT.resolve(block.above().split(" ")[3])))
        .filteredOn(each -> each.contains(line))
        .hasSize(1);
  }

  @Test
  void showsClassThatCompiles(@TempDir Path folder) throws Exception {
    Block java = files().filter(block -> block.language().equals("java")).findAny().orElseThrow();
    Path source = Files.writeString(folder.resolve("Amd64Tscp.java"), java.text());
    String path = PROJECT + "/api/target/classes:" + PROJECT + "/counter-x86/target/classes";
    String[] arguments = {"-d", folder.toString(), "-cp", path, source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
  }
}

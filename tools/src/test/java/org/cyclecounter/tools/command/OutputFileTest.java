// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFileTest {

  private final StringWriter out = new StringWriter();

  @TempDir Path folder;

  private String write(Path file, String text) {
    return write(file.toString(), text);
  }

  private String write(String name, String text) {
    try {
      OutputFile.of("--html", name, false).write(text, new PrintWriter(out));
      return "";
    } catch (BadUsage | CommandFailure e) {
      return e.getMessage();
    }
  }

  @Test
  void replacesFileAndLeavesNothingBesideIt() throws Exception {
    Path file = folder.resolve("page.html");
    assertThat(write(file, "first, and longer")).isEmpty();
    assertThat(write(file, "second: é")).isEmpty();
    assertThat(file).hasContent("second: é");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void permissionsAreKept() throws Exception {
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "no POSIX permissions here");
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(file, permissions);
    assertThat(write(file, "new")).isEmpty();
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
  }

  @Test
  void replacesTargetOfLinkAndKeepsTheLink() throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), file);
    assertThat(write(link, "new")).isEmpty();
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/dev/null | ``",
        "/dev/full | The file '/dev/full' cannot be written: No space left on device."
      })
  void writesToDeviceAndSaysThatItIsFull(Path device, String sentence) {
    assumeTrue(Files.isWritable(device), device + " is not here");
    assertThat(write(device, "text")).isEqualTo(sentence);
    assertThat(Files.isRegularFile(device)).isFalse();
  }

  @Test
  void obstructionIsOneSentence() throws Exception {
    Path missing = folder.resolve("missing");
    assertThat(write(missing.resolve("page.html"), ""))
        .isEqualTo(
            "The file '%s' cannot be written: the folder %s does not exist.",
            missing.resolve("page.html"), missing);
    assertThat(write(folder, ""))
        .isEqualTo("The file '" + folder + "' cannot be written: it is a folder.");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(write(file.resolve("page.html"), ""))
        .contains("the folder " + file + " does not exist");
    assertThat(write("a\0b", "")).contains("cannot be written");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
  void writesToStandardOutputByEachOfItsNames(String name) {
    assertThat(new OutputFile(name).isStandardOutput()).isTrue();
    assertThat(write(name, "page")).isEmpty();
    assertThat(out.toString()).isEqualTo("page");
  }
}

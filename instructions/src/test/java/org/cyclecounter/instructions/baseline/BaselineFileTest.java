// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a baseline: written, read, refused. */
class BaselineFileTest {

  private static final String HEAD =
      "# Instructions counted by CycleCounter, format 3; write it with --write or"
          + " -Dorg.cyclecounter.baseline=write.\n";

  private static final int COUNTS = 40;

  @TempDir Path folder;

  private Path path;
  private BaselineFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("counts.txt");
    file = new BaselineFile(path);
  }

  private static BaselineRow row(String name, String conditions, String line) {
    StackTraceElement stub = new StackTraceElement("", line, "", -2);
    return BaselineRow.of(
        name, new InstructionCount(7, 5, 5, conditions, List.of(new LineCount(stub, 7))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ", "  two  ", "#", "12  a", "7 instructions", "conditions: J",
        "\\", "\\u0041", "\0", "a\nb", "a\r\nb", "a\tb",
        "\u2028", "\u202e", "\ud800", "\udc00\ud800", "\ud83d\ude00", "é",
        "$1 \\$", "in\u0085two", "\ud834\udd73", "a.B.c size=64 x= ",
      })
  void readsNameAsItWasWritten(String name) throws Exception {
    List<BaselineRow> rows =
        List.of(row(name, "J", "line"), row("x", name + "1", "line"), row("y", "J", name));
    for (BaselineRow row : rows) {
      file.put(row);
    }
    assertThat(file.rows()).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(file.compare(rows.get(2), BaselineUse.COMPARE, 0).was()).isEqualTo(rows.get(2));
  }

  @Test
  void writesEqualRowsInSameBytesWhateverCameFirst() throws Exception {
    file.put(row("a", "J", "line"));
    file.put(row("b", "J", "line"));
    byte[] bytes = Files.readAllBytes(path);
    Files.delete(path);
    file.put(row("b", "J", "line"));
    file.put(row("a", "J", "line"));
    assertThat(path).hasBinaryContent(bytes);
  }

  @Test
  void writesLinesWithMostInstructionsFirst() throws Exception {
    List<LineCount> lines =
        IntStream.rangeClosed(1, 250)
            .mapToObj(i -> new LineCount(new StackTraceElement("a.B", "m" + i, "B.java", i), i))
            .toList();
    BaselineRow row = BaselineRow.of("a", new InstructionCount(31375, 5, 5, "J", lines));
    file.put(row);
    assertThat(Files.readAllLines(path)).hasSize(256).contains("     250  a.B.m250(B.java:250)");
    assertThat(Files.readAllLines(path)).endsWith("       1  a.B.m1(B.java:1)");
    assertThat(file.rows()).containsExactly(row);
  }

  @Test
  void readsBytesAndNumbersOfSomeCalls() throws Exception {
    List<LineCount> lines = List.of(new LineCount(new StackTraceElement("", "copy", "", -2), 7));
    List<CallCount> calls =
        List.of(new CallCount(3, 2, 128, List.of()), new CallCount(9, 2, 128, lines));
    file.put(
        BaselineRow.of(
            "a", new InstructionCount(7, 5, 5, "J", lines, List.of(), calls, Double.NaN)));
    String text =
        HEAD
            + "\nconditions: J\n\na\n       7 instructions\n       9  in 2 of 128 calls\n"
            + "       7  of 9: copy\n       3  in 2 of 128 calls\n       7  copy\n";
    assertThat(path).hasContent(text);
    String tolerant = text.replace("7 instructions", "7 instructions, 48 bytes, tolerance 2 %");
    Files.writeString(path, tolerant);
    assertThat(file.rows().get(0).bytes()).isEqualTo(48);
    file.put(file.rows().get(0));
    assertThat(path).hasContent(tolerant);
  }

  @Test
  void refusesEmptyName() {
    assertThatThrownBy(() -> row("", "J", "line"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A count in a baseline needs a name.");
  }

  @Test
  void readsLineEndsOfWindows() throws Exception {
    BaselineRow row = row("a", "J", "line");
    file.put(row);
    Files.writeString(path, Files.readString(path).replace("\n", "\r\n"));
    assertThat(file.rows()).containsExactly(row);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name\n       1 instructions\n", // no conditions
        "conditions: J\nname\n       1  line\n",
        "conditions: J\nname\n       1 instructions\n      x  line\n",
        "conditions: J\nname\n       1 instructions\n       1  line\n       1  line\n",
        "conditions: J\n<<<<<<< ours\nname\n",
        "conditions: J\nname\n<<<<<<< ours\n       1 instructions\n",
        "conditions: J\nname\nname\n",
        "conditions: J\nname\n99999999999999999999 instructions\n",
      })
  void namesTheLineThatIsNotExpected(String text) throws Exception {
    Files.writeString(path, HEAD + "\n" + text);
    int conflict = (HEAD + "\n" + text).lines().toList().indexOf("<<<<<<< ours") + 1;
    int expected = text.startsWith("name") ? 3 : text.contains("line\n       1") ? 7 : conflict;
    assertThatThrownBy(file::rows)
        .isInstanceOf(UncheckedIOException.class)
        .cause()
        .hasMessageMatching("Line \\d+ is not expected here: .*")
        .hasMessageContaining(expected == 0 ? "" : "Line " + expected + " ");
  }

  @Test
  void refusesCountsThatAreNotCompleteOrThereTwice() throws Exception {
    String row = "name\n       1 instructions\n\n";
    Files.writeString(path, HEAD + "conditions: J\n" + row + "name\n");
    assertThatThrownBy(file::rows).hasMessageEndingWith("Its last count has no instructions.");
    Files.writeString(path, HEAD + "conditions: J\n" + row + row);
    assertThatThrownBy(file::rows).hasMessageEndingWith("The count of name is there twice.");
  }

  @Test
  void readsTotalsOfFormerFormatAndRefusesWhatIsNoBaseline() throws Exception {
    Files.writeString(path, "# Instructions counted by CycleCounter; -D writes them: name\n");
    assertThatThrownBy(file::rows)
        .hasMessage(
            "The baseline %s cannot be used: It has another format: delete it, and write it"
                + " anew.",
            path);
    Files.writeString(
        path,
        HEAD.replace("format 3", "format 2") + "conditions: J\na\n 9 instructions\n 9  line\n");
    assertThat(file.compare(row("a", "J", "line"), BaselineUse.COMPARE, 0).difference())
        .extracting(difference -> difference.sentence("a"))
        .isEqualTo(
            "a has 7 instructions, -2 to the baseline's 9, whose format does not know its lines:"
                + " write it anew");
    Files.writeString(path, "text", StandardCharsets.UTF_16);
    assertThatThrownBy(file::rows).hasMessageEndingWith(": It is no text in UTF-8.");
  }

  @Test
  void readsByteOrderMarkAndReadsPipeOnce() throws Exception {
    BaselineRow row = row("a", "J", "line");
    file.put(row);
    Files.writeString(path, "\ufeff" + Files.readString(path));
    assertThat(new BaselineFile(path).rows()).containsExactly(row);
    assertThat(file.rows()).containsExactly(row);
    Files.delete(path); // as a pipe that is at its end
    assertThat(file.compare(row, BaselineUse.COMPARE, 0).was()).isEqualTo(row);
  }

  @Test
  void keepsPermissionsAndLeavesNothingBesideFile() throws Exception {
    BaselineRow row = row("a", "J", "line");
    file.put(row);
    assumeTrue(path.getFileSystem().supportedFileAttributeViews().contains("posix"), "no modes");
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(path, mode);
    file.put(row);
    assertThat(Files.getPosixFilePermissions(path)).isEqualTo(mode);
    assumeTrue(Files.exists(Path.of("/dev/full")), "There is no /dev/full.");
    Path written = Path.of(folder + "/none.txt.new");
    Files.createSymbolicLink(written, Path.of("/dev/full"));
    assertThatThrownBy(() -> new BaselineFile(folder.resolve("none.txt")).put(row))
        .hasMessageContaining("No space left on device");
    assertThat(written).doesNotExist();
  }

  @Test
  void replacesEmptyFileThatSymbolicLinksNameAndKeepsThem() throws Exception {
    Files.createDirectory(folder.resolve("there"));
    Files.createSymbolicLink(folder.resolve("there/second"), Path.of("real.txt"));
    Files.createSymbolicLink(path, Path.of("there/second"));
    BaselineRow row = row("a", "J", "line");
    file.put(row);
    assertThat(path).isSymbolicLink();
    assertThat(folder.resolve("there")).isDirectoryNotContaining("glob:**.{lock,new}");
    Files.writeString(folder.resolve("there/real.txt"), "");
    assertThat(file.rows()).isEmpty();
    file.put(row);
    assertThat(new BaselineFile(folder.resolve("there/real.txt")).rows()).containsExactly(row);
    Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
    assertThatThrownBy(() -> new BaselineFile(folder.resolve("circle")).put(row))
        .hasMessageEndingWith("Its symbolic links go round in a circle.");
    Files.writeString(folder.resolve("left.lock"), "x");
    assertThatThrownBy(() -> new BaselineFile(folder.resolve("left")).put(row))
        .hasMessageEndingWith("left.lock is left from a process that was killed: delete it.");
  }

  /** Writes its counts beside other processes. */
  static final class Writer {
    public static void main(String[] arguments) {
      for (int i = 0; i < COUNTS; i++) {
        new BaselineFile(Path.of(arguments[0])).put(row(arguments[1] + i, "J", "line"));
      }
    }
  }

  @Test
  void keepsCountsOfAllProcesses() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  path.toString(),
                  name)
              .inheritIO()
              .start());
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
    }
    assertThat(file.rows()).hasSize(3 * COUNTS);
    assertThat(folder).isDirectoryContaining("glob:**counts.txt");
    assertThat(folder).isDirectoryNotContaining("glob:**.{lock,new}");
  }
}

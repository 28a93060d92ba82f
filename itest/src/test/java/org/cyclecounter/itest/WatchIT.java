// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code watch} with its output in a file, and on a terminal that script(1) makes. */
class WatchIT {

  private static final String ESCAPE = "\u001b[";
  private static final String FRAME = ESCAPE + "?25l";
  private static final String SHOWN = ESCAPE + "?25h";

  @TempDir Path folder;

  private static List<String> watch() {
    List<String> command = Java.program();
    command.addAll(
        List.of(
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPath(),
            "org.cyclecounter.tools.cli.Main",
            "watch",
            "--interval",
            "0.2"));
    return command;
  }

  @Test
  void updatesArePlainLinesWithoutTerminal() throws Exception {
    Java.Result result = Commands.run("watch --interval 0.1 --count 3");
    assertThat(result.status()).isZero();
    assertThat(result.out()).noneMatch(line -> line.contains("\u001b"));
    assertThat(result.out())
        .filteredOn(line -> line.contains(" default-monotonic "))
        .hasSize(3)
        .allMatch(line -> line.matches(" +\\d+\\.\\d default-monotonic .* [0-9.]+ [MG]Hz .*\\d"));
  }

  /** The output on a terminal of 60 columns until three updates and Ctrl-C, and the status. */
  private String onATerminal(String sent) throws Exception {
    Path program = folder.resolve("program");
    Path typescript = folder.resolve("typescript");
    // The test's own process may ignore SIGINT; the shell itself survives it.
    Files.writeString(
        program,
        "stty cols 60 rows 20\ntrap : INT\nenv --default-signal=INT '"
            + String.join("' '", watch())
            + "'\necho status $?\n");
    Process process;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(
              "script", "-qefc", "sh " + program, typescript.toAbsolutePath().toString());
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.environment().put("TERM", "xterm-256color");
      process =
          builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    } catch (IOException e) {
      assumeTrue(false, "there is no script(1) to make a terminal with");
      throw e;
    }
    try (OutputStream keyboard = process.getOutputStream()) {
      for (int i = 0; i < 6000 && !typescript(typescript).contains("; update 3, "); i++) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      keyboard.write(sent.getBytes(StandardCharsets.US_ASCII));
      keyboard.flush();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = typescript(typescript);
    assumeTrue(!text.contains("invalid option"), "this env(1) cannot reset signals: " + text);
    return text;
  }

  private static String typescript(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  /** Returns the visible part of a frame's lines. */
  private static List<String> lines(String frame) {
    return frame
        .replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "")
        .lines()
        .map(String::stripTrailing)
        .toList();
  }

  @Tag("long")
  @Test
  void drawsOverLinesOfTerminalWhichCtrlCLeavesInOrder() throws Exception {
    String text = onATerminal("\003");
    int third = text.lastIndexOf(FRAME, text.indexOf("; update 3, "));
    String frame = text.substring(third, text.indexOf(SHOWN, third));
    assertThat(frame).matches("(?s)" + "\u001b\\[\\?25l\r\u001b\\[\\d+A.*");
    List<String> lines = lines(frame);
    assertThat(lines).allMatch(line -> line.length() < 60);
    assertThat(lines).anyMatch(line -> line.matches("default-monotonic .*\u2588.* [0-9.]+ GHz.*"));
    assertThat(text.lastIndexOf(SHOWN)).isGreaterThan(text.lastIndexOf(FRAME));
    assertThat(text.substring(text.lastIndexOf(SHOWN))).matches("(?s).*\r?\nstatus 130\r?\n.*");
  }
}

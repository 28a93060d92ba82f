// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

  @TempDir Path directory;

  private final Machine machine = new Machine();

  /** On a thread that may be left behind: no interrupt ends the opening of a named pipe. */
  private Optional<String> file(Path path) throws Exception {
    FutureTask<Optional<String>> reading = new FutureTask<>(() -> machine.file(path.toString()));
    Thread thread = new Thread(reading);
    thread.setDaemon(true);
    thread.start();
    return reading.get(5, TimeUnit.MINUTES);
  }

  private static void assumeProgram(String program) {
    assumeTrue(Files.isExecutable(Path.of(program)), "this system has no " + program);
  }

  @Test
  void opensNoNamedPipeAndNoDevice() throws Exception {
    assumeProgram("/usr/bin/mkfifo");
    Path pipe = directory.resolve("pipe");
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start();
    assertThat(mkfifo.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(pipe).exists();
    assertThat(file(pipe)).isEmpty();
    assertThat(machine.unreadReason(pipe.toString())).isEqualTo("it is not a regular file");
    assertThat(file(Files.createSymbolicLink(directory.resolve("link"), pipe))).isEmpty();
    assertThat(file(Path.of("/dev/zero"))).isEmpty();
  }

  @Test
  void readsTheBeginningOfAHugeFile() throws Exception {
    Path huge = directory.resolve("huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 40); // a hole, where the file system has them
    } catch (IOException e) {
      assumeTrue(false, "no huge file can be made here: " + e.getMessage());
    }
    assertThat(file(huge).orElseThrow()).hasSize(65_536);
  }

  @Test
  void readsRegularFilesOnly() throws Exception {
    assertThat(file(Files.writeString(directory.resolve("file"), "3000000000\n")))
        .contains("3000000000\n");
    assertThat(file(directory.resolve("nowhere"))).isEmpty();
    assertThat(file(directory)).isEmpty();
    assertThat(machine.unreadReason(directory.toString())).isEqualTo("it is a directory");
    assertThat(machine.unreadReason(directory.resolve("nowhere").toString())).isEmpty();
  }

  /** More than a pipe holds; a short output is read whole. */
  @Test
  void readsOutputUpToItsLimit() {
    assumeProgram("/bin/sh");
    assertThat(machine.output("/bin/sh", "-c", "while :; do echo x; done")).hasSize(64 * 1024);
    assertThat(machine.output("/bin/sh", "-c", "printf 'a\\nb'")).isEqualTo("a\nb");
    assertThat(machine.output("/bin/sh", "-c", "exit 3")).isEmpty();
    assertThat(machine.output("/nowhere/psrinfo")).isEmpty();
  }

  /** The wait for a program that sleeps ends at once in a selection that is cancelled. */
  @Test
  void endsProgramOfCancelledSelection() throws Exception {
    assumeProgram("/bin/sh");
    try (SelectionScope cancelled = SelectionScope.enter()) {
      cancelled.cancel();
      Thread.currentThread().interrupt();
      assertThat(machine.output("/bin/sh", "-c", "exec sleep 77777")).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
    }
    List<ProcessHandle> asleep =
        ProcessHandle.current()
            .children()
            .filter(child -> child.info().commandLine().orElse("").endsWith("77777"))
            .toList();
    for (ProcessHandle child : asleep) {
      child.onExit().get(5, TimeUnit.MINUTES);
    }
  }

  @Test
  void asksTheSystemsProgramForASysctlWithoutALibrary() {
    assumeTrue(Platform.current().isLinux(), "this system's library may read a sysctl");
    Map<String, String> outputs = new HashMap<>();
    Machine machine =
        new Machine() {
          @Override
          String output(String... command) {
            return outputs.getOrDefault(String.join(" ", command), "");
          }
        };
    assertThat(machine.sysctl("hw.x")).isZero();
    outputs.put("/usr/sbin/sysctl -n hw.x", "2300000000\n");
    assertThat(machine.sysctl("hw.x")).isEqualTo(2_300_000_000L);
    outputs.put("/sbin/sysctl -n hw.x", "2400000000\n");
    assertThat(machine.sysctl("hw.x")).as("the first one counts").isEqualTo(2_400_000_000L);
    outputs.clear();
    outputs.put("/sbin/sysctl -n hw.x", "");
    assertThat(machine.sysctl("hw.x")).isZero();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

  @TempDir Path directory;

  private final Machine machine = new Machine();

  /** On a thread that may be left behind: no interrupt ends the opening of a named pipe. */
  private Optional<String> file(Path path) throws InterruptedException {
    AtomicReference<Optional<String>> text = new AtomicReference<>();
    Thread thread = new Thread(() -> text.set(machine.file(path.toString())));
    thread.setDaemon(true);
    thread.start();
    thread.join(10_000);
    assertThat(thread.isAlive()).as("still reads " + path).isFalse();
    return text.get();
  }

  private static void assumeProgram(String program) {
    assumeTrue(Files.isExecutable(Path.of(program)), "this system has no " + program);
  }

  @Test
  void aNamedPipeIsNotOpened() throws Exception {
    assumeProgram("/usr/bin/mkfifo");
    Path pipe = directory.resolve("pipe");
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start();
    assertThat(mkfifo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(pipe).exists();
    assertThat(file(pipe)).isEmpty();
    assertThat(machine.whyUnread(pipe.toString())).isEqualTo("it is not a regular file");
    assertThat(file(Files.createSymbolicLink(directory.resolve("link"), pipe))).isEmpty();
  }

  @Test
  void aDeviceIsNotRead() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/zero")), "this system has no /dev/zero");
    assertThat(file(Path.of("/dev/zero"))).isEmpty();
  }

  @Test
  void ofAHugeFileTheBeginningIsRead() throws Exception {
    Path huge = directory.resolve("huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 40); // a hole, where the file system has them
    } catch (IOException e) {
      assumeTrue(false, "no huge file can be made here: " + e.getMessage());
    }
    assertThat(file(huge).orElseThrow()).hasSize(4096);
  }

  @Test
  void aFileIsRead() throws Exception {
    assertThat(file(Files.writeString(directory.resolve("file"), "3000000000\n")))
        .contains("3000000000\n");
    assertThat(file(directory.resolve("nowhere"))).isEmpty();
    assertThat(file(directory)).isEmpty();
    assertThat(machine.whyUnread(directory.toString())).isEqualTo("it is a directory");
    assertThat(machine.whyUnread(directory.resolve("nowhere").toString())).isEmpty();
  }

  /** More than a pipe holds: the program ends only if somebody reads. */
  @Test
  void aLongOutputIsReadWhileTheProgramRuns() {
    assumeProgram("/bin/sh");
    String line = "The sparcv9 processor operates at 4133 MHz,";
    String script = "i=0; while [ $i -lt 3000 ]; do echo '" + line + "'; i=$((i+1)); done";
    String output = machine.output("/bin/sh", "-c", script);
    assertThat(output).startsWith(line).hasSize(64 * 1024);
  }

  @Test
  void aProgramThatPrintsOrSleepsWithoutEndIsEnded() {
    assumeProgram("/bin/sh");
    long startNs = System.nanoTime();
    assertThat(machine.output("/bin/sh", "-c", "while :; do echo x; done")).hasSize(64 * 1024);
    assertThat(machine.output("/bin/sh", "-c", "exec sleep 60")).isEmpty();
    assertThat(System.nanoTime() - startNs).isLessThan(30_000_000_000L);
  }

  @Test
  void withoutALibraryForItTheSystemsProgramIsAskedForASysctl() {
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

  @Test
  void aShortOutputIsReadWhole() {
    assumeProgram("/bin/sh");
    assertThat(machine.output("/bin/sh", "-c", "printf 'a\\nb'")).isEqualTo("a\nb");
    assertThat(machine.output("/bin/sh", "-c", "exit 3")).isEmpty();
    assertThat(machine.output("/nowhere/psrinfo")).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A child JVM that cannot reach a safepoint ends with its parent, in each of two ways. */
class ParentWatchTest {

  private static final int LIMIT_S = 20;

  /** As soon as the programs here have one, they are in C and stay there. */
  private static final int INTO_C_MS = 500;

  @TempDir static Path directory;

  private final List<ProcessHandle> started = new ArrayList<>();

  @BeforeEach
  void withTheLibraries() throws IOException {
    assumeTrue(
        CrashProvider.isPackaged() && SelectorLibrary.load(),
        "no library that spins, or that watches, is packaged for this platform");
    try (Stream<Path> old = Files.list(directory)) {
      for (Path file : old.toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @AfterEach
  void endAll() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  static ProcessBuilder program(String... arguments) throws IOException {
    String temporary = directory == null ? System.getProperty("java.io.tmpdir") : "" + directory;
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildCommand.java().toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-Dorg.cyclecounter.probe.seconds=300",
                "-Xmx64m",
                "--class-path=" + System.getProperty("java.class.path")));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add(ParentWatchProgram.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private Process start(String... arguments) throws IOException {
    Process process = program(arguments).start();
    started.add(process.toHandle());
    return process;
  }

  /** The process that has left its file, once it is in its endless read. */
  private ProcessHandle spinning() throws Exception {
    long startNs = System.nanoTime();
    while (System.nanoTime() - startNs < LIMIT_S * 1_000_000_000L) {
      try (Stream<Path> files = Files.list(directory)) {
        Optional<String> opened =
            files.map(file -> "" + file.getFileName()).filter(n -> n.startsWith("op")).findFirst();
        if (opened.isPresent()) {
          long pid = Long.parseLong(opened.get().substring("opened-".length()));
          ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
          started.add(process);
          Thread.sleep(INTO_C_MS);
          assertThat(process.isAlive()).isTrue();
          return process;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("nothing spins");
  }

  /** Asked again and again: Java looks after another's child only every two seconds. */
  private static void assertEnds(ProcessHandle process) throws InterruptedException {
    long startNs = System.nanoTime();
    while (process.isAlive() && System.nanoTime() - startNs < LIMIT_S * 1_000_000_000L) {
      Thread.sleep(5);
    }
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aChildEndsWithAParentThatIsKilled() throws Exception {
    Process parent = start("isolate");
    ProcessHandle child = spinning();
    parent.destroyForcibly();
    assertEnds(child);
  }

  @Test
  void theEndOfThePipeEndsIt() throws Exception {
    Process process = start("pipe");
    process.getOutputStream().write(new byte[] {1, 2, 3}); // which nobody reads
    process.getOutputStream().flush();
    spinning();
    process.getOutputStream().close();
    assertEnds(process.toHandle());
    assertThat(process.waitFor()).isEqualTo(1);
  }

  private static void assumeLinux() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "only Linux has PR_SET_PDEATHSIG");
  }

  @Test
  void theKernelEndsItWithItsParent() throws Exception {
    assumeLinux();
    Process parent = start("start");
    ProcessHandle child = spinning();
    parent.destroyForcibly();
    assertEnds(child);
  }

  @Test
  void aParentThatIsGoneBeforeIsSeen() throws Exception {
    assumeLinux();
    Process gone = new ProcessBuilder(ChildCommand.java().toString(), "-version").start();
    gone.waitFor();
    assertThat(start("kill", "" + gone.pid()).waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
  }
}

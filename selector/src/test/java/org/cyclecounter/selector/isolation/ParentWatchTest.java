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

  @TempDir Path directory;

  private final List<ProcessHandle> started = new ArrayList<>();

  @BeforeEach
  void assumeLibraries() {
    assumeTrue(
        CrashProvider.isPackaged() && SelectorLibrary.load(),
        "no library that spins, or that watches, is packaged for this platform");
  }

  @AfterEach
  void endAll() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private ProcessBuilder program(String... arguments) throws IOException {
    List<String> options = List.of("-Djava.io.tmpdir=" + directory);
    ProcessBuilder builder = JavaProgram.of(ParentWatchProgram.class, options, arguments);
    builder.environment().put(SpinningCounter.DIRECTORY, "" + directory.resolve("spinning"));
    return builder;
  }

  private Process start(ProcessBuilder program) throws IOException {
    Process process = program.start();
    started.add(process.toHandle());
    return process;
  }

  private static long inMinutes(int minutes) {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
  }

  /** The process that reads without end, once C code has said so. */
  private ProcessHandle spinning() throws Exception {
    for (long endNs = inMinutes(2); System.nanoTime() < endNs; Thread.sleep(10)) {
      if (Files.exists(directory.resolve("spinning"))) {
        try (Stream<Path> files = Files.list(directory)) {
          Optional<String> opened =
              files.map(file -> "" + file.getFileName()).filter(n -> n.startsWith("op")).findAny();
          long pid = Long.parseLong(opened.orElseThrow().substring("opened-".length()));
          ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
          started.add(process);
          return process;
        }
      }
    }
    throw new AssertionError("nothing spins");
  }

  /** Asked again and again: Java looks after another's child only every two seconds. */
  private static void assertEnds(ProcessHandle process) throws InterruptedException {
    for (long endNs = inMinutes(2); isAlive(process) && System.nanoTime() < endNs; ) {
      Thread.sleep(5);
    }
    assertThat(isAlive(process)).isFalse();
  }

  /** Returns false for a zombie, too, which stays until process 1 has waited for it. */
  private static boolean isAlive(ProcessHandle process) {
    try {
      return !ChildSession.read("/proc/" + process.pid() + "/stat").contains(") Z ");
    } catch (IOException e) {
      return process.isAlive(); // it has ended, or the system has no /proc
    }
  }

  @Test
  void endsChildOfIsolatorWithKilledParent() throws Exception {
    Process parent = start(program("isolate"));
    ProcessHandle child = spinning();
    parent.destroyForcibly();
    assertEnds(child);
  }

  @Test
  void endsProcessWithPipeThatHasUnreadInput() throws Exception {
    Process process = start(program("pipe"));
    process.getOutputStream().write(new byte[] {1, 2, 3});
    process.getOutputStream().flush();
    ProcessHandle unused = spinning();
    process.getOutputStream().close();
    assertEnds(process.toHandle());
    assertThat(process.waitFor()).isEqualTo(1);
  }

  private static void assumeLinux() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "only Linux has PR_SET_PDEATHSIG");
  }

  @Test
  void kernelEndsProcessWithKilledParent() throws Exception {
    assumeLinux();
    ProcessBuilder program = program("kill");
    program.command().addAll(0, List.of("sh", "-c", "\"$@\" $$ & wait", "sh"));
    Process parent = start(program);
    ProcessHandle child = spinning();
    parent.destroyForcibly();
    assertEnds(child);
  }

  @Test
  void endsProcessWhoseParentIsGoneBefore() throws Exception {
    assumeLinux();
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Process process = start(program("kill", "" + gone.pid()));
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
  }
}

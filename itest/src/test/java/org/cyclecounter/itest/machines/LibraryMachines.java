// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.machines.Scripts.Ended;
import org.junit.jupiter.api.Test;

/** Counters of machines for which there is no Java here: their C code alone. */
class LibraryMachines {

  /** Runs a script that writes a suite's file, and gives that file's lines. */
  private static List<String> run(String script) throws IOException, InterruptedException {
    Machines.assumeWanted(script);
    Path file = Results.fileOf(script).toAbsolutePath();
    Files.deleteIfExists(file);
    Ended ended = Scripts.script(script, file.toString());
    ended.assumeFetched(script);
    assertThat(ended.status()).as(ended.tail()).isZero();
    List<String> lines = Files.readAllLines(file);
    lines.forEach(line -> System.out.println(line.replace('\t', ' ')));
    return lines;
  }

  private static void has(List<String> lines, String... countersAndStates) {
    for (String wanted : countersAndStates) {
      assertThat(lines).anyMatch(line -> line.startsWith(wanted.replace(' ', '\t') + "\t"));
    }
  }

  @Test
  void freestandingProgramsReadTheirCounters() throws Exception {
    List<String> lines = run("freestanding");
    has(
        lines,
        "ppc32-mftb user",
        "ppc64-mftb user",
        "sparc64-rdtick user",
        "riscv32-rdcycle user",
        "loong64-rdtime user",
        "mips64-cc user",
        "arm32-1176 user",
        "arm32-cortex user");
  }

  @Test
  void windowsLibrariesAreCalledUnderWine() throws Exception {
    has(
        run("windows"),
        "amd64-tsc user",
        "amd64-tscasm user",
        "windows-qpc user",
        "thread-cputime user");
  }

  /** A leaf function's faults end in its probe, those of other threads with their own handler. */
  @Test
  void nativeIsolationWorksUnderWine() throws Exception {
    Machines.assumeWanted("windows");
    Ended ended = Scripts.script("windows", "--probes");
    ended.assumeFetched("windows");
    ended.out().forEach(line -> System.out.println(line.replace('\t', ' ')));
    assertThat(ended.status()).as(ended.tail()).isZero();
  }

  @Test
  void macLibrariesAreAsMacOsWantsThem() throws Exception {
    has(
        run("macos"),
        "macos-selfcounts compiled",
        "default-mach compiled",
        "arm64-vct compiled",
        "amd64-tsc compiled",
        "thread-cputime compiled");
  }
}

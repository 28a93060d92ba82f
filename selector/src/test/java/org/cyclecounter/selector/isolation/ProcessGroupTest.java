// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.selector.natives.ProcessGroup;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ends, with a child JVM, all processes that it has started. */
class ProcessGroupTest {

  @BeforeEach
  void assumeLinux() {
    assumeTrue(
        Platform.current().isLinux() && SelectorLibrary.load(), "only Linux has a subreaper");
  }

  /** A child JVM that leaves things behind, and stays or ends. */
  public static void main(String[] arguments) throws Exception {
    ProcessGroup.begin();
    if (arguments[0].equals("stay")) {
      System.out.println(ProcessHandle.current().pid());
      new CountDownLatch(1).await();
    }
    System.out.println(new ProcessBuilder("sleep", "1789").start().pid());
    Runtime.getRuntime().halt(0);
  }

  @Test
  void killsProcessesThatEndedChildHasLeft() throws Exception {
    Process child = JavaProgram.of(ProcessGroupTest.class, List.of(), "leave").start();
    long left = Long.parseLong(child.inputReader().readLine());
    child.waitFor();
    assertThat(Traces.running(left)).isNotEmpty();
    ProcessGroup.kill(child);
    Traces.assertEnds(left);
  }

  @Test
  void endsChildWithItsParent() throws Exception {
    ProcessBuilder program = JavaProgram.of(ProcessGroupTest.class, List.of(), "stay");
    program.command().addAll(0, List.of("sh", "-c", "\"$@\" & wait", "sh"));
    Process parent = program.start();
    try (BufferedReader lines = parent.inputReader()) {
      long child = Long.parseLong(lines.readLine());
      parent.destroyForcibly();
      Traces.assertEnds(child);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.ScriptedSelection.rejection;

import java.io.BufferedReader;
import java.util.List;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is changed of a thread or process is named, and put back where that is possible. */
class ProcessStateTest {

  @BeforeAll
  static void assumeLibrary() {
    StateChanges.assumePackaged();
  }

  @Test
  void namesEachChangeAndLeak() throws Exception {
    // Interpreted: compiled code needs the handler of SIGSEGV, which is one of the changes.
    String parent = "" + ProcessHandle.current().pid();
    Process process = JavaProgram.of(StateChanges.class, List.of("-Xint"), parent).start();
    List<String> lines;
    try (BufferedReader reader = process.inputReader()) {
      lines = reader.lines().toList();
    } finally {
      process.destroyForcibly();
    }
    assertThat(lines)
        .hasSize(StateChanges.CHANGES_AND_LEAKS)
        .allSatisfy(
            line -> {
              String[] nameAndHarm = line.split("\t", 2);
              assertThat(nameAndHarm[1]).contains(nameAndHarm[0]);
            });
  }

  /** In this process, where no child has probed the counter. */
  @ParameterizedTest
  @ValueSource(strings = {"opens-0", "reads-0", "opens-1", "reads-1", "reads-2", "reads-4"})
  void undoesChangeInThisProcessAndRejectsCounter(String name) {
    ProcessState before = ProcessState.ofThread();
    var selected =
        CycleCounterSelector.builder()
            .providers(List.of(new StateChanges()))
            .include(name)
            .isolation(Isolation.NONE)
            .cyclesPerSecond(1_000_000_000)
            .build()
            .select();
    assertThat(before.changeTo(ProcessState.ofThread())).isEmpty();
    assertThat(rejection(selected.report(), name)).startsWith("it changes ");
  }

  @Test
  void putsBackStateOfThread() throws Exception {
    CrashProvider.load();
    ProcessState before = ProcessState.ofThread();
    for (String part : List.of("MXCSR", "the handler of SIGPIPE")) {
      StateChanges.change(StateChanges.IN_C.indexOf(part));
      assertThat(before.restore()).isEqualTo(part);
      assertThat(before.restore()).isEmpty();
    }
  }
}

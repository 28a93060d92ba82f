// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a change to thread or process becomes the reason, by name. */
class ProcessStateTest {

  /** Far more than a step takes, on a machine that does other work. */
  private static final int LIMIT_SECONDS = 50;

  @BeforeEach
  void onThisMachine() {
    assumeTrue(
        CrashProvider.isPackaged()
            && System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the library that changes the state is packaged for x86-64 Linux only");
  }

  private static Map<String, String> reasons(List<String> names) {
    var candidates = StateChanges.candidates(names.toArray(String[]::new));
    assertThat(candidates).hasSize(names.size());
    List<IsolationResult> results = new ChildJvmIsolator(LIMIT_SECONDS, false).probe(candidates);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      reasons.put(candidates.get(i).name(), results.get(i).reason());
    }
    return reasons;
  }

  @Test
  void eachChangeInCIsNamedWhetherOpeningOrReadingMakesIt() throws Exception {
    List<String> names = new ArrayList<>();
    Map<String, String> expected = new LinkedHashMap<>();
    for (var change : StateChanges.IN_C.entrySet()) {
      boolean whenRead = change.getKey() % 2 == 0;
      String name = StateChanges.inC(change.getKey(), whenRead);
      names.add(name);
      expected.put(name, change.getValue() + "| while being " + (whenRead ? "read" : "opened"));
    }
    Map<String, String> reasons = reasons(names);
    expected.forEach(
        (name, parts) ->
            assertThat(reasons.get(name))
                .as(name)
                .startsWith("it changes ")
                .contains(parts.split("\\|")));
  }

  @Test
  void eachChangeInJavaIsNamed() throws Exception {
    List<String> names = StateChanges.IN_JAVA.keySet().stream().map(StateChanges::inJava).toList();
    Map<String, String> reasons = reasons(names);
    for (String change : StateChanges.IN_JAVA.keySet()) {
      assertThat(reasons.get(StateChanges.inJava(change))).as(change).contains(change);
    }
    assertThat(StateChanges.left()).isEmpty();
  }

  @Test
  void whatHarmsNobodyPasses() {
    Map<String, String> reasons = reasons(StateChanges.HARMLESS);
    assertThat(reasons.values()).containsOnly("");
  }

  @Test
  void readsThatOpenDescriptorsAreNamed() {
    assertThat(reasons(List.of("reads-open")).get("reads-open"))
        .matches("its reads left \\d+ descriptors open, such as that of /dev/null; .*");
  }

  @Test
  void whatCStartsInAChildEndsWithItAlsoWhereTheChildCrashes() throws Exception {
    String leaves = StateChanges.inC(StateChanges.LEAVES_PROCESS, false);
    String crashes = StateChanges.inC(StateChanges.LEAVES_PROCESS_AND_CRASHES, false);
    Map<String, String> reasons = reasons(List.of(leaves, crashes, "healthy"));
    assertThat(reasons.get(leaves)).containsPattern("it leaves (a|the) process ");
    assertThat(reasons.get(crashes)).contains("ended that process while being opened: SIGILL");
    assertThat(reasons.get("healthy")).isEmpty();
    assertThat(StateChanges.left()).isEmpty();
  }

  /** Tests that a change is undone in this process, where no child has probed the counter. */
  @ParameterizedTest
  @ValueSource(strings = {"opens-0", "reads-0", "opens-2", "reads-2", "reads-3", "reads-8"})
  void aChangeInThisProcessIsUndone(String name) {
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
    CounterReport report =
        selected.report().counters().stream()
            .filter(counter -> counter.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(report.verdict()).isEqualTo(Verdict.REJECTED);
    assertThat(report.reason()).startsWith("it changes ");
  }

  @Test
  void theThreadsOwnStateIsPutBack() throws Exception {
    CrashProvider.load();
    ProcessState before = ProcessState.ofThread();
    StateChanges.change(0);
    assertThat(before.restore()).isEqualTo("MXCSR");
    assertThat(before.restore()).isEmpty();
    StateChanges.change(7);
    assertThat(before.restore()).isEqualTo("the handler of SIGPIPE");
    assertThat(before.restore()).isEmpty();
  }

  @Test
  void aCounterThatAbortsLeavesNoCore() {
    assertThat(reasons(List.of("core-limit")).get("core-limit")).contains("Max core file size 1 1");
  }

  @Test
  void theChildIsTheFirstToGo() {
    assertThat(reasons(List.of("oom-score")).get("oom-score")).isEqualTo("1000");
  }
}

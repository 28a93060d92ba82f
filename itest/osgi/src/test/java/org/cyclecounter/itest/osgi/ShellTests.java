// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands in Gogo's shell, and in one that shows nothing besides what they print. */
abstract class ShellTests {

  private static final String CLOCK = "default-monotonic";

  private static final List<String> COMMANDS =
      List.of("info", "list", "select", "sample", "doctor", "explain");

  private final FullStack stack;

  ShellTests(FullStack stack) {
    this.stack = stack;
  }

  @Test
  void infoPrintsTheLinesOfCpucyclesInfo() throws Exception {
    assertThat(stack.batch("cyclecounter:info"))
        .startsWith("cpucycles version ")
        .containsPattern("\ncpucycles median -?\\d+ ([+-]\\d+){63}\n");
  }

  @Test
  void listAndSelectPrintTheTableOnce() throws Exception {
    assertThat(stack.batch("cyclecounter:select")).contains("* ");
    for (String command : List.of("cyclecounter:list", "cyclecounter:select")) {
      List<String> lines = stack.shell(command).lines().toList();
      assertThat(lines.get(0))
          .matches("  counter +kind +scope +precision +scaling +read ns +counts");
      assertThat(lines).filteredOn(line -> line.startsWith("* ")).hasSize(1);
      assertThat(lines)
          .allMatch(line -> line.length() <= 80)
          .containsSequence(
              "default-zero", "  rejected: always 0: the last resort when nothing else works")
          .anyMatch(line -> line.matches("\\S+ at \\d+ cycles per second \\(.+\\)"));
      assertThat(lines.get(lines.size() - 1)).matches("selected in [\\d.]+ ms\\s*");
    }
  }

  @Test
  void measureMeasuresTheBestCounterOrTheNamedOne() throws Exception {
    String best = Ours.names(stack.container()).get(0);
    assertThat(stack.batch("cyclecounter:sample"))
        .startsWith("cpucycles implementation " + best)
        .containsPattern("median -?\\d+");
    assertThat(stack.shell("cyclecounter:sample " + CLOCK))
        .startsWith("cpucycles implementation " + CLOCK)
        .contains("cpucycles observed persecond ");
    assertThatThrownBy(() -> stack.shell("cyclecounter:sample nonsense"))
        .hasMessageContaining("No counter 'nonsense' works here: ")
        .hasMessageContaining(CLOCK);
  }

  @Test
  void doctorNamesTheBestCounter() throws Exception {
    assertThat(stack.batch("cyclecounter:doctor")).contains(Ours.names(stack.container()).get(0));
  }

  @Test
  void explainsWordsOfTheOutput() throws Exception {
    assertThat(stack.shell("cyclecounter:explain no-pmu")).startsWith("no-pmu\n  The kernel shows");
    assertThat(stack.shell("cyclecounter:explain")).contains("no-pmu\n", "turbo\n");
    assertThatThrownBy(() -> stack.shell("cyclecounter:explain no-pnu"))
        .hasMessageContaining("Unknown word 'no-pnu', did you mean no-pmu?");
    assertThatThrownBy(() -> stack.shell("cyclecounter:explain foo"))
        .hasMessageContaining("Unknown word 'foo'; cyclecounter:explain lists all.");
  }

  @Test
  void commandDescribesItselfInsteadOfRunning() throws Exception {
    for (String command : COMMANDS) {
      List<String> lines = stack.shell("cyclecounter:" + command + " --help").lines().toList();
      assertThat(lines).hasSize(List.of("sample", "list", "explain").contains(command) ? 4 : 3);
      assertThat(lines.get(0))
          .matches(
              "Usage: cyclecounter:" + command + "( \\[(NAME|TOPIC|--all)](\\.{3})?)? \\[--help]");
      assertThat(lines.get(1)).matches("(Prints|Selects|Samples) .*\\.");
      assertThat(lines).endsWith("  --help  prints this");
      assertThat(stack.shell("help cyclecounter:" + command))
          .contains("scope: cyclecounter", lines.get(1));
    }
    assertThat(stack.shell("help cyclecounter:select")).contains("--help describes the command");
    assertThat(stack.shell("help cyclecounter:sample")).contains("a counter's name");
  }

  @Test
  void surplusArgumentIsNamed() {
    assertThatThrownBy(() -> stack.shell("cyclecounter:list nonsense"))
        .hasMessageContaining("cyclecounter:list takes no argument 'nonsense'");
    assertThatThrownBy(() -> stack.shell("cyclecounter:list --alll"))
        .hasMessageContaining("takes no argument '--alll', did you mean --all? --help");
    assertThatThrownBy(() -> stack.shell("cyclecounter:sample one two"))
        .hasMessageContaining("one counter's name, not [one, two]");
  }
}

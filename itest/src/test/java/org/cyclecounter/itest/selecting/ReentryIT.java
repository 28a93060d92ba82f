// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Agent;
import com.example.selecting.Derived;
import com.example.selecting.Using;
import java.nio.file.Path;
import java.util.Map;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.itest.selecting.Program.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code that runs during a selection, on whatever thread, uses the counter itself: it gets an
 * answer, the selection comes to its end, and it is the same as without that code.
 */
class ReentryIT {

  /** Ten times the usual limit of a step, so that one that waits for itself waits ten minutes. */
  private static final int STEP_S = 50;

  /** A selection takes far less than a second; a JVM may take its time on a busy machine. */
  private static final int LIMIT_MS = 300_000;

  @TempDir Path folder;

  private Program program() {
    return new Program(folder).stepLimit(STEP_S);
  }

  private static void isSoonSelected(Ended ended) throws Exception {
    ended.well();
    assertThat(ended.said("it rises")).isEqualTo("true");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    Baseline.isSelectedBy(ended);
    assertThat(ended.said("selected after the report")).isEqualTo(ended.said("selected"));
  }

  @ParameterizedTest
  @ValueSource(classes = {Derived.WhenOpened.class, Derived.WhenRead.class})
  void aCounterMadeOfTheSelectedOneIsNotSelectedItself(Class<?> derived) throws Exception {
    Ended ended = program().providing(derived).run(FirstUse.class, "static");
    System.out.println(derived.getSimpleName() + ": " + ended.ms() + " ms, " + ended.rows());
    isSoonSelected(ended);
    assertThat(ended.rows())
        .hasEntrySatisfying(
            "example-derived-careful", verdict -> assertThat(verdict).startsWith("REJECTED: "))
        .hasEntrySatisfying(
            "example-derived-trusted", verdict -> assertThat(verdict).startsWith("REJECTED: "));
  }

  @ParameterizedTest
  @ValueSource(classes = {Derived.WhenOpened.class, Derived.WhenRead.class})
  void aSelectionOfTheProgramsOwnMayTakeIt(Class<?> derived) throws Exception {
    Ended ended = program().providing(derived).run(FirstUse.class, "select").well();
    System.out.println(derived.getSimpleName() + ": " + ended.ms() + " ms, " + ended.rows());
    assertThat(ended.said("it rises")).isEqualTo("true");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    Baseline.isWhatWorksIn(ended);
    if (!ended.said("selected").startsWith("example-derived-")) {
      Baseline.isSelectedBy(ended);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Using.InInitializer.class, Using.InThread.class})
  void aProviderThatReadsTheCounterHoldsNothingUp(Class<?> provider) throws Exception {
    Ended ended = program().providing(provider).run(FirstUse.class, "static");
    System.out.println(
        provider.getSimpleName() + ": first reading after " + ended.said("first reading, ms"));
    isSoonSelected(ended);
  }

  @Test
  void anAgentMeasuresTheClassesThatTheSelectionLoads() throws Exception {
    Path jar =
        Jars.write(
            folder.resolve("agent.jar"),
            Map.of("Premain-Class", Agent.class.getName()),
            Map.of(Jars.entry(Agent.class), Jars.bytes(Agent.class)));
    Ended ended = program().option("-javaagent:" + jar).run(FirstUse.class, "agent");
    isSoonSelected(ended);
    assertThat(Long.parseLong(ended.said("looks"))).isPositive();
  }

  @Test
  void aShutdownHookReadsTheCounterWhileItIsBeingSelected() throws Exception {
    Ended ended = new Program(folder).providing(Using.Never.class).run(FirstUse.class, "exit");
    hookHasRead(ended);
    assertThat(ended.status()).isZero();
  }

  @Test
  void sigtermEndsAProgramWhileItIsSelecting() throws Exception {
    Running running =
        new Program(folder).providing(Using.Never.class).start(FirstUse.class, "wait");
    running.terminateAfter("selecting: yes");
    Ended ended = running.end();
    hookHasRead(ended);
    assertThat(ended.status()).isEqualTo(143);
  }

  private static void hookHasRead(Ended ended) {
    assertThat(ended.out()).contains("selecting: yes", "hook: has read");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    assertThat(ended.left()).isZero();
  }
}

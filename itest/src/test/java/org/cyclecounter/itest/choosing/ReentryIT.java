// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.choosing;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.choosing.Agent;
import com.example.choosing.Derived;
import com.example.choosing.Using;
import java.nio.file.Path;
import java.util.Map;
import org.cyclecounter.itest.choosing.Program.Ended;
import org.cyclecounter.itest.choosing.Program.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code that runs during a choice, on whatever thread, uses the counter itself: it gets an answer,
 * the choice comes to its end, and it is the same as without that code.
 */
class ReentryIT {

  /** A choice takes far less than a second. One that waits for itself waits a minute. */
  private static final int LIMIT_MS = 50_000;

  @TempDir Path folder;

  private static void isSoonChosen(Ended ended) throws Exception {
    ended.well();
    assertThat(ended.said("it rises")).isEqualTo("true");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    Baseline.isChosenBy(ended);
    assertThat(ended.said("chosen after the report")).isEqualTo(ended.said("chosen"));
  }

  @ParameterizedTest
  @ValueSource(classes = {Derived.WhenOpened.class, Derived.WhenRead.class})
  void aCounterMadeOfTheChosenOneIsNotChosenItself(Class<?> derived) throws Exception {
    Ended ended = new Program(folder).providing(derived).run(FirstUse.class, "static");
    System.out.println(derived.getSimpleName() + ": " + ended.ms() + " ms, " + ended.rows());
    isSoonChosen(ended);
    assertThat(ended.rows())
        .hasEntrySatisfying(
            "example-derived-careful", verdict -> assertThat(verdict).startsWith("REJECTED: "))
        .hasEntrySatisfying(
            "example-derived-trusted", verdict -> assertThat(verdict).startsWith("REJECTED: "));
  }

  @ParameterizedTest
  @ValueSource(classes = {Derived.WhenOpened.class, Derived.WhenRead.class})
  void aSelectionOfTheProgramsOwnMayTakeIt(Class<?> derived) throws Exception {
    Ended ended = new Program(folder).providing(derived).run(FirstUse.class, "select").well();
    System.out.println(derived.getSimpleName() + ": " + ended.ms() + " ms, " + ended.rows());
    assertThat(ended.said("it rises")).isEqualTo("true");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    Baseline.isWhatWorksIn(ended);
    if (!ended.said("chosen").startsWith("example-derived-")) {
      Baseline.isChosenBy(ended);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Using.InInitializer.class, Using.InThread.class})
  void aProviderThatReadsTheCounterHoldsNothingUp(Class<?> provider) throws Exception {
    Ended ended =
        new Program(folder)
            .option("-Dorg.cyclecounter.trial.seconds=60") // is more than a choice may take here
            .providing(provider)
            .run(FirstUse.class, "static");
    System.out.println(
        provider.getSimpleName() + ": first reading after " + ended.said("first reading, ms"));
    isSoonChosen(ended);
  }

  @Test
  void anAgentMeasuresTheClassesThatTheChoiceLoads() throws Exception {
    Path jar =
        Jars.write(
            folder.resolve("agent.jar"),
            Map.of("Premain-Class", Agent.class.getName()),
            Map.of(Jars.entry(Agent.class), Jars.bytes(Agent.class)));
    Ended ended = new Program(folder).option("-javaagent:" + jar).run(FirstUse.class, "agent");
    isSoonChosen(ended);
    assertThat(Long.parseLong(ended.said("looks"))).isPositive();
  }

  @Test
  void aShutdownHookReadsTheCounterWhileItIsBeingChosen() throws Exception {
    Ended ended = new Program(folder).providing(Using.Never.class).run(FirstUse.class, "exit");
    hookHasRead(ended);
    assertThat(ended.status()).isZero();
  }

  @Test
  void sigtermEndsAProgramWhileItIsChoosing() throws Exception {
    Running running =
        new Program(folder).providing(Using.Never.class).start(FirstUse.class, "wait");
    running.terminateAfter("choosing: yes");
    Ended ended = running.end();
    hookHasRead(ended);
    assertThat(ended.status()).isEqualTo(143);
  }

  private static void hookHasRead(Ended ended) {
    assertThat(ended.out()).contains("choosing: yes", "hook: has read");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    assertThat(ended.left()).isZero();
  }
}

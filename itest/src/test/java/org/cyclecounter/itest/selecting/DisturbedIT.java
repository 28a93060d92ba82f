// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Disturbing;
import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks that a program holds, a heap that it has filled, interrupts of all its threads, and its
 * code that runs on a selection's threads keep no first reading from its end, nor change its
 * result.
 */
class DisturbedIT {

  /** Ten times the usual limit of a step, so that one that waits for itself waits ten minutes. */
  private static final int STEP_S = 50;

  /** A selection takes far less than a second; a JVM may take its time on a busy machine. */
  private static final int LIMIT_MS = 300_000;

  @TempDir Path folder;

  private Program program() {
    return new Program(folder).stepLimit(STEP_S);
  }

  private static void isSelectedAsUsual(Ended ended) throws Exception {
    ended.well();
    assertThat(ended.said("it rises")).isEqualTo("true");
    assertThat(ended.ms()).isLessThan(LIMIT_MS);
    Baseline.isSelectedBy(ended);
  }

  @Test
  void aReaderMayHoldTheCounterAndItsClass() throws Exception {
    Ended ended = program().run(Disturbed.class, "held");
    isSelectedAsUsual(ended);
    assertThat(ended.rows().values()).noneMatch(row -> row.contains("did not return"));
  }

  @Test
  void aStepThatFillsTheHeapEndsTheWaitForIt() throws Exception {
    Ended ended =
        program().option("-Xmx40m").option("-XX:+UseSerialGC").run(Disturbed.class, "full");
    isSelectedAsUsual(ended);
  }

  @Test
  void theReadingAfterAFullHeapSelectsAgain() throws Exception {
    Ended ended =
        program()
            .option("-Dorg.cyclecounter.isolation=none")
            .option("-Dorg.cyclecounter.include=example-once-full,default-monotonic")
            .providing(Disturbing.OnceFull.class)
            .run(Disturbed.class, "twice")
            .well();
    assertThat(ended.said("selected")).isEqualTo("example-once-full");
  }

  @Test
  void aProviderThatInterruptsAllThreadsCostsNoCounter() throws Exception {
    Ended ended =
        program().providing(Disturbing.Interrupting.class).run(FirstUse.class, "static").well();
    assertThat(ended.rows().values()).noneMatch(row -> row.contains("interrupted"));
    Baseline.isWhatWorksIn(ended);
    assertThat(ended.rows())
        .hasEntrySatisfying(
            "example-interrupting", row -> assertThat(row).doesNotStartWith("REJECTED"));
  }

  @Test
  void aClassLoaderThatReadsTheCounterAnswersAChildAtOnce() throws Exception {
    Ended ended = program().providing(Disturbing.Interrupting.class).run(Disturbed.class, "loader");
    isSelectedAsUsual(ended);
    assertThat(ended.rows().get("example-interrupting"))
        .contains("probed in a child JVM")
        .doesNotContain("not begun", "did not return");
  }

  @Test
  void aSecurityManagerThatReadsTheCounterHoldsNothingUp() throws Exception {
    assumeTrue(Runtime.version().feature() < 24, "Java 24 and newer have no security manager");
    Ended ended =
        program()
            .option("-Djava.security.manager=allow")
            .providing(Disturbing.Interrupting.class)
            .run(Disturbed.class, "manager");
    isSelectedAsUsual(ended);
  }
}

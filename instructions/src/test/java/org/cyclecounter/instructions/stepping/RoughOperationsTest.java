// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.cyclecounter.instructions.TestJvm;
import org.cyclecounter.instructions.count.Counting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nothing that an operation does ends the JVM, or keeps the flag or the handler. */
class RoughOperationsTest {

  /** Of seven operations in turns; -Drough.runs=2000 takes an hour where a step takes 12 µs. */
  private static final int RUNS = Integer.getInteger("rough.runs", 7);

  @Test
  @Tag("gate")
  void leavesFlagAndHandlerAsTheyWereByBlocks() throws Exception {
    leavesFlagAndHandlerAsTheyWere(true);
  }

  @Test
  @Tag("long")
  void leavesFlagAndHandlerAsTheyWereBySteps() throws Exception {
    leavesFlagAndHandlerAsTheyWere(false);
  }

  private static void leavesFlagAndHandlerAsTheyWere(boolean isByBlocks) throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    List<String> arguments =
        List.of(
            "-XX:+UseSerialGC",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            RoughOperations.class.getName(),
            Integer.toString(RUNS),
            Boolean.toString(isByBlocks));
    assertThat(TestJvm.output(List.of(), arguments))
        .endsWith(RUNS + " of " + RUNS + " restored, signals true");
  }
}

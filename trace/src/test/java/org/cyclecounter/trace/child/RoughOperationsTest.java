// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that an operation does ends the JVM, or keeps the flag or the handler. */
@Tag("gate")
class RoughOperationsTest {

  /** Of seven operations in turns; -Drough.runs=2000 takes an hour where a step takes 12 µs. */
  private static final int RUNS = Integer.getInteger("rough.runs", 7);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesFlagAndHandlerAsTheyWere(boolean isByBlocks) throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:ErrorFile=/dev/null",
                    "-cp",
                    System.getProperty("java.class.path"),
                    RoughOperations.class.getName(),
                    Integer.toString(RUNS),
                    Boolean.toString(isByBlocks)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).endsWith(RUNS + " of " + RUNS + " restored, signals true");
  }
}

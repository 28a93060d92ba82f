// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Optional;
import org.cyclecounter.trace.InstructionCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The command on a JVM that it cannot step. Alone, because a system property is the whole JVM's.
 */
@Isolated
class InstructionsRefusedTest {

  @Test
  void anObstacleIsOneSentenceAndStatus1() {
    String vm = System.getProperty("java.vm.name");
    StringWriter err = new StringWriter();
    System.setProperty("java.vm.name", "Eclipse OpenJ9 VM");
    try {
      Optional<String> obstacle = InstructionCounter.obstacle();
      PrintWriter out = new PrintWriter(Writer.nullWriter());
      assertThat(Main.run(out, new PrintWriter(err, true), "instructions", "com.example.None"))
          .isEqualTo(1);
      assertThat(err.toString().strip()).isEqualTo(obstacle.orElseThrow()).matches("[^\\n]+\\.");
    } finally {
      System.setProperty("java.vm.name", vm);
    }
  }
}

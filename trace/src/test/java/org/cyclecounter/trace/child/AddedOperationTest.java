// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.tools.ToolProvider;
import org.cyclecounter.trace.Baseline;
import org.cyclecounter.trace.InstructionCount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A loop of 1,000 rounds, compiled with and without one operation more. Alone, because it sets a
 * system property.
 */
@Isolated
@Tag("gate")
class AddedOperationTest {

  private static final int TIMES = Integer.getInteger("added.times", 1);

  /**
   * Returns no boxed sum: boxing, which C2 inlines late, gives its line to code that C2 makes
   * later.
   */
  private static final String SOURCE =
      """
      public class Loop implements java.util.concurrent.Callable<Object> {
        private final int[] data = new int[1000];
        private int kept;

        public Object call() {
          int sum = 0;
          for (int number : data) {
            sum = Integer.rotateLeft(sum, 5) + number;
            /* added */
          }
          kept = sum;
          return this;
        }
      }
      """;

  private static final CountPlan PLAN =
      new CountPlan(3_000, 1, Duration.ofMinutes(10), false, false);

  @TempDir Path folder;

  @AfterEach
  void clear() {
    System.clearProperty("org.cyclecounter.baseline");
  }

  /** Compiles the loop with a statement in place of the comment; returns its class path. */
  private String compiled(String name, String statement) throws IOException {
    Path directory = Files.createDirectories(folder.resolve(name));
    Path source = directory.resolve("Loop.java");
    Files.writeString(source, SOURCE.replace("/* added */", statement));
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", source.toString()))
        .isZero();
    return directory.toString();
  }

  private static InstructionCount count(String classPath) throws CountFailure {
    return new Counting(Target.ofClass("Loop", classPath), PLAN, Phases.NONE).count();
  }

  @Test
  void findsAddedOperationInLoopWithItsLine() throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    String without = compiled("without", "");
    String with = compiled("with", "sum = sum ^ 0x55;");
    Baseline baseline = Baseline.of(folder.resolve("counts.txt"));
    InstructionCount first = count(without);
    System.setProperty("org.cyclecounter.baseline", "write");
    assertThat(baseline.compare("loop", first)).isEmpty();
    System.setProperty("org.cyclecounter.baseline", "strict");
    for (int i = 0; i < TIMES; i++) {
      assertThat(baseline.compare("loop", count(without))).isEmpty();
      InstructionCount more = count(with);
      assertThat(more.instructions() - first.instructions()).isBetween(950L, 1_100L);
      assertThat(baseline.compare("loop", more).orElseThrow())
          .contains(": Loop.call(Loop.java:9) +"); // the first line that it names
    }
  }
}

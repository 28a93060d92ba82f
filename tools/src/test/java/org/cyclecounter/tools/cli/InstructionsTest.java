// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.trace.InstructionCounter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that counts instructions. */
class InstructionsTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Adds. */
  public static final class Sum implements Callable<Object> {
    private final int[] numbers = new int[100];

    @Override
    public Object call() {
      int sum = 0;
      for (int number : numbers) {
        sum = Integer.rotateLeft(sum, 3) + number;
      }
      return sum;
    }
  }

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
  }

  @Test
  void aTableHasTheLinesAndTheConditions() {
    assertThat(run("instructions", "--lines=1", "--limit=600", Sum.class.getName())).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(0)).matches(" +\\d+  \\d of 5 runs  .*InstructionsTest\\$Sum");
    assertThat(lines.get(1)).matches(" +\\d+  .*InstructionsTest\\$Sum\\.call\\(.*");
    assertThat(lines.get(2)).startsWith("Java " + System.getProperty("java.runtime.version"));
  }

  @Test
  void aDifferenceToTheBaselineIsStatus1(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("counts.txt");
    String[] command = {
      "instructions", "--json", "--limit=600", "--baseline=" + file, Sum.class.getName()
    };
    System.setProperty("org.cyclecounter.baseline", "write");
    try {
      assertThat(run(command)).isZero();
    } finally {
      System.clearProperty("org.cyclecounter.baseline");
    }
    assertThat(out.toString()).startsWith("{\"schema\":\"instructions-1\"").hasLineCount(1);
    Files.writeString(file, Files.readString(file).replaceFirst("\t(\\d+)\t", "\t1$1\t"));
    assertThat(run(command)).isEqualTo(1);
    assertThat(out.toString()).contains("to the baseline's 1");
    Files.writeString(file, "nothing");
    assertThat(run(command)).isEqualTo(1);
    assertThat(err.toString()).startsWith("The baseline " + file + " cannot be used: ");
  }

  @Test
  void aClassThatIsNotThereIsStatus1() {
    assertThat(run("instructions", "com.example.None")).isEqualTo(1);
    assertThat(out.toString()).contains("No class 'com.example.None' is on the class path");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kernel that refuses is an obstacle, and not a count. */
class ObstacleTest {

  private static String run(List<String> before, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | The kernel refuses the handler of single steps with error 1: a sandbox,",
        "true | The JVM that "
      })
  void seccompIsAnObstacle(boolean kills, String sentence) throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the filter is x86-64 Linux's");
    String obstacle = run(List.of(), RefusingKernel.class.getName(), Boolean.toString(kills));
    assumeTrue(!obstacle.startsWith("no filter"), obstacle);
    assertThat(obstacle).contains(kills ? "signal" : "").startsWith(sentence).doesNotContain("\n");
  }

  @Test
  void aTracerIsAnObstacle() throws Exception {
    File strace = new File("/usr/bin/strace");
    assumeTrue(strace.canExecute(), "strace is not installed");
    String obstacle =
        run(
            List.of(strace.toString(), "-f", "-q", "-e", "trace=none", "-o", "/dev/null"),
            ObstaclePrinter.class.getName());
    assertThat(obstacle).matches("Process \\d+ traces this one, .*: end it\\.");
  }

  /** Prints the obstacle of its process. */
  static final class ObstaclePrinter {
    private ObstaclePrinter() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
      System.out.println(InstructionCounter.obstacle().orElse("none"));
    }
  }
}

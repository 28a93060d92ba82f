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
import org.cyclecounter.trace.child.Obstacles;
import org.cyclecounter.trace.child.Stepper;
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

  @Test
  void valgrindIsAnObstacle() throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "steps are x86-64 Linux's");
    File valgrind = new File("/usr/bin/valgrind");
    assumeTrue(valgrind.canExecute(), "valgrind is not installed");
    String obstacle =
        run(
            List.of(valgrind.toString(), "--tool=none", "-q", "--smc-check=all-non-file"),
            "-XX:+UseSerialGC",
            SelfTestPrinter.class.getName());
    assertThat(obstacle)
        .startsWith("Single steps do not arrive here as the processor makes them: 0 of 2,042 ")
        .doesNotContain("\n");
  }

  @Test
  void anInterruptIsNoObstacleOfTheNextCall() throws Exception {
    String obstacle = InstructionCounter.obstacle().orElse("");
    assumeTrue(obstacle.isEmpty(), obstacle);
    assertThat(run(List.of(), ObstaclePrinter.class.getName(), "interrupted"))
        .isEqualTo("The count was interrupted.\nnone");
  }

  /** Tries single steps in its process, which need not be the processor's. */
  static final class SelfTestPrinter {
    private SelfTestPrinter() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      Stepper.load();
      System.out.println(Obstacles.ofSteps());
    }
  }

  /** Prints the obstacle of its process; before, that of an interrupted thread if asked to. */
  static final class ObstaclePrinter {
    private ObstaclePrinter() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
      if (arguments.length > 0) {
        Thread.currentThread().interrupt();
        System.out.println(InstructionCounter.obstacle().orElse("none"));
        boolean unusedInterrupt = Thread.interrupted();
      }
      System.out.println(InstructionCounter.obstacle().orElse("none"));
    }
  }
}

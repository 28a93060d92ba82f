// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.instructions.InstructionCounter;
import org.cyclecounter.instructions.RefusingKernel;
import org.cyclecounter.instructions.TestJvm;
import org.cyclecounter.instructions.stepping.Stepper;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that refuses is an obstacle, and not a count. */
@Tag("gate")
class ObstacleTest {

  private static final String PRINTER = ObstaclePrinter.class.getName();

  /** Returns the lines that a new JVM writes. */
  private static List<String> run(List<String> wrapper, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    all.addAll(List.of(arguments));
    return TestJvm.output(wrapper, all).lines().toList();
  }

  /** Returns the only line that a new JVM writes. */
  private static String line(List<String> wrapper, String... arguments) throws Exception {
    List<String> lines = run(wrapper, arguments);
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void seccompIsAnObstacle(boolean kills) throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the filter is x86-64 Linux's");
    List<String> obstacles = run(List.of(), PRINTER, kills ? "KILL" : "REFUSE", "COUNT", "PATHS");
    assumeTrue(!obstacles.get(0).startsWith("no filter"), () -> obstacles.toString());
    String refused = "The kernel refuses the handler of single steps with error 1: a sandbox,";
    assertThat(obstacles)
        .hasSize(2)
        .allMatch(text -> text.startsWith(kills ? "The JVM that " : refused))
        .allMatch(text -> text.contains(kills ? "signal" : ""));
  }

  @Test
  void seccompIsAnObstacleToValgrind() throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the filter is x86-64 Linux's");
    List<String> obstacles = run(List.of(), PRINTER, "REFUSE", "TAINT");
    assumeTrue(!obstacles.get(0).startsWith("no filter"), () -> obstacles.toString());
    assumeTrue(!obstacles.get(0).contains("install the package valgrind"), "no valgrind");
    assertThat(obstacles.get(0)).startsWith("The JVM that tried TAINT was ended by signal ");
  }

  @Test
  void namesProcessThatTraces() throws Exception {
    File strace = new File("/usr/bin/strace");
    assumeTrue(strace.canExecute(), "strace is not installed");
    List<String> traced =
        List.of(strace.toString(), "-f", "-q", "-e", "trace=none", "-o", "/dev/null");
    assertThat(line(traced, PRINTER, "COUNT"))
        .matches("Process \\d+ traces this one, .*: end it\\.");
  }

  @Test
  void valgrindIsAnObstacle() throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "steps are x86-64 Linux's");
    File valgrind = new File("/usr/bin/valgrind");
    assumeTrue(valgrind.canExecute(), "valgrind is not installed");
    List<String> emulated =
        List.of(valgrind.toString(), "--tool=none", "-q", "--smc-check=all-non-file");
    assertThat(line(emulated, "-Xint", PRINTER, "STEPS"))
        .startsWith("Single steps do not arrive here as the processor makes them: 0 of 2,042 ");
  }

  @Test
  void saysThatLibraryCannotBeLoaded(@TempDir Path folder) throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the library is Linux's");
    assertThat(line(List.of(), "-cp", TestJvm.withBadLibrary(folder), PRINTER, "COUNT"))
        .startsWith("the native library cyclecounter-instructions-1 cannot be loaded; ");
  }

  @Test
  void forgetsObstacleOfInterruptedCall() throws Exception {
    String obstacle = InstructionCounter.obstacle().orElse("");
    assumeTrue(obstacle.isEmpty(), obstacle);
    assertThat(run(List.of(), PRINTER, "INTERRUPT", "COUNT", "PATHS", "CLEAR", "COUNT", "PATHS"))
        .containsExactly(
            "The count was interrupted.", "The count was interrupted.", "none", "none");
  }

  /** Has a program's text in place of valgrind. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo fatal; exit 1 | The JVM that tried TAINT ended with status 1: fatal",
        "while [ ${1#-} != $1 ]; do shift; done; exec $@ | The program valgrind did not run the"
            + " JVM.",
        "exit 1 | No temporary file can be written: "
      })
  void rejectsProgramThatIsNoValgrind(String script, String sentence, @TempDir Path folder)
      throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the library is Linux's");
    Path program = Files.writeString(folder.resolve("valgrind"), "#!/bin/sh\n" + script + "\n");
    assumeTrue(program.toFile().setExecutable(true), "no program can be made here");
    String temporary = sentence.startsWith("No ") ? folder + "/none" : folder.toString();
    String option = "-Djava.io.tmpdir=" + temporary;
    assertThat(line(List.of("/usr/bin/env", "PATH=" + folder), option, PRINTER, "TAINT"))
        .startsWith(sentence);
  }

  /**
   * Prints the obstacles of its process, to counting or to a method; does so interrupted, or with a
   * kernel that refuses. STEPS are single ones in its process, which need not be the processor's.
   */
  static final class ObstaclePrinter {
    private ObstaclePrinter() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      for (String argument : arguments) {
        switch (argument) {
          case "REFUSE", "KILL" -> {
            long error = RefusingKernel.refuse(argument.equals("KILL"));
            if (error != 0) {
              System.out.println("no filter: " + error);
              return;
            }
          }
          case "INTERRUPT" -> Thread.currentThread().interrupt();
          case "CLEAR" -> {
            boolean unusedInterrupt = Thread.interrupted();
          }
          case "STEPS" -> {
            Stepper.load();
            System.out.println(SteppingSentences.ofSteps());
          }
          default -> System.out.println(obstacle(argument).orElse("none"));
        }
      }
    }

    private static Optional<String> obstacle(String method) {
      return method.equals("COUNT")
          ? InstructionCounter.obstacle()
          : ConstantTime.obstacle(Method.valueOf(method));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.trace.child.Obstacles;
import org.cyclecounter.trace.child.Stepper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "false | | The kernel refuses the handler of single steps with error 1: a sandbox,",
        "false | TAINT | The JVM that tried TAINT was ended by signal ",
        "false | PATHS | The kernel refuses the handler of single steps with error 1: a sandbox,",
        "true | | The JVM that ",
        "true | PATHS | The JVM that "
      })
  void seccompIsAnObstacle(boolean kills, @Nullable String method, String sentence)
      throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the filter is x86-64 Linux's");
    String obstacle =
        run(
            List.of(),
            RefusingKernel.class.getName(),
            Boolean.toString(kills),
            method == null ? "" : method);
    assumeTrue(!obstacle.startsWith("no filter"), obstacle);
    assumeTrue(!obstacle.contains("install the package valgrind"), obstacle);
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

  @ParameterizedTest
  @ValueSource(strings = {"", "PATHS"})
  void aLibraryThatCannotBeLoadedIsAnObstacle(String method, @TempDir Path folder)
      throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the library is Linux's");
    Path libraries = Files.createDirectories(folder.resolve("META-INF/native/linux-x86-64"));
    Files.writeString(libraries.resolve("libcyclecounter-trace-1.so"), "of no use");
    String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
    assertThat(run(List.of(), "-cp", classPath, ObstaclePrinter.class.getName(), method))
        .startsWith("the native library cyclecounter-trace-1 cannot be loaded; probed ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PATHS"})
  void anInterruptIsNoObstacleOfTheNextCall(String method) throws Exception {
    String obstacle = InstructionCounter.obstacle().orElse("");
    assumeTrue(obstacle.isEmpty(), obstacle);
    assertThat(run(List.of(), ObstaclePrinter.class.getName(), method, "interrupted"))
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

  /** Has a program's text in place of valgrind. */
  private static String runWithValgrind(Path folder, String script, String... arguments)
      throws Exception {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "the library is Linux's");
    Path program = Files.writeString(folder.resolve("valgrind"), "#!/bin/sh\n" + script + "\n");
    assumeTrue(program.toFile().setExecutable(true), "no program can be made here");
    return run(List.of("/usr/bin/env", "PATH=" + folder), arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill -SEGV $$ | The JVM that tried TAINT was ended by signal 11: it crashed, or ",
        "echo fatal; exit 1 | The JVM that tried TAINT ended with status 1: fatal",
        "while [ ${1#-} != $1 ]; do shift; done; exec $@ | The program valgrind did not run the"
            + " JVM."
      })
  void whateverIsNoValgrindIsAnObstacle(String script, String sentence, @TempDir Path folder)
      throws Exception {
    String printer = ObstaclePrinter.class.getName();
    assertThat(runWithValgrind(folder, script, printer, "TAINT")).startsWith(sentence);
  }

  @Test
  void aFolderThatCannotBeWrittenIsAnObstacle(@TempDir Path folder) throws Exception {
    String printer = ObstaclePrinter.class.getName();
    assertThat(
            runWithValgrind(
                folder, "exit 1", "-Djava.io.tmpdir=" + folder + "/none", printer, "TAINT"))
        .startsWith("No temporary file can be written: ");
  }

  /**
   * Prints the obstacle of its process, to counting or to a method; before, that of an interrupted
   * thread.
   */
  static final class ObstaclePrinter {
    private ObstaclePrinter() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
      String method = arguments.length == 0 ? "" : arguments[0];
      if (arguments.length > 1) {
        Thread.currentThread().interrupt();
        System.out.println(obstacle(method).orElse("none"));
        boolean unusedInterrupt = Thread.interrupted();
      }
      System.out.println(obstacle(method).orElse("none"));
    }

    private static Optional<String> obstacle(String method) {
      return method.isEmpty()
          ? InstructionCounter.obstacle()
          : ConstantTime.obstacle(ConstantTime.Method.valueOf(method));
    }
  }
}

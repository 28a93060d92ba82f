// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Loud;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.instructions.InstructionCounter;
import org.cyclecounter.itest.schemas.Schemas;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands in a process that is ended while an operation runs, as by Ctrl-C. */
class InterruptedIT {

  private static final List<String> ENV = List.of("env", "--default-signal=INT,TERM");

  @TempDir Path folder;

  /** A program that a shell starts in the background ignores SIGINT, and so does a JVM below it. */
  @BeforeAll
  static void signalsCanBeReset() throws Exception {
    assumeTrue(
        Java.done("env", "--default-signal=INT,TERM", "true"),
        "there is no env(1) that sets signals back to their default");
  }

  private Java.Result measureInterrupted(String signal, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("measure", "com.example.Work#add", "com.example.Work#loops"));
    command.addAll(List.of("com.example.Work#fails", "--seconds", "0.01"));
    command.addAll(List.of(options));
    return interrupted(signal, "] 2/3", command);
  }

  /** Sends the signal when there is such a progress. */
  private Java.Result interrupted(String signal, String progress, List<String> arguments)
      throws Exception {
    List<String> command = new ArrayList<>(ENV);
    command.addAll(Java.program());
    command.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp"));
    String classPath = folder + File.pathSeparator + Java.classPathAndTests();
    command.addAll(List.of(classPath, "org.cyclecounter.tools.cli.Main"));
    command.addAll(arguments);
    command.add("--progress");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      for (int i = 0; i < 6000 && !Files.readString(err).contains(progress); i++) {
        if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
          break; // that of a short process may have just come
        }
      }
      assertThat(Files.readString(err)).contains(progress);
      Java.run(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())));
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      return new Java.Result(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void saysWhatWasRunning(Java.Result result, String operation, String ended) {
    String sentence =
        "Interrupted: com.example." + operation + " had run for \\d+\\.\\d s; " + ended;
    assertThat(result.err())
        .anyMatch(line -> line.matches("(.*\r)?" + sentence + " had ended before\\."));
  }

  @Tag("long")
  @Test
  void finishesTheTableWithStatus143() throws Exception {
    Java.Result result = measureInterrupted("TERM");
    assertThat(result.status()).isEqualTo(143);
    saysWhatWasRunning(result, "Work#loops", "1 of 3");
    assertThat(result.out().get(1)).startsWith("com.example.Work#add ");
    assertThat(result.out()).anyMatch(line -> line.contains(" cycles per second ("));
  }

  @Tag("long")
  @Test
  void writesOneJsonDocumentWithStatus130() throws Exception {
    Java.Result result = measureInterrupted("INT", "--json");
    assertThat(result.status()).isEqualTo(130);
    saysWhatWasRunning(result, "Work#loops", "1 of 3");
    String document = String.join("\n", result.out());
    Schemas.validate(document);
    assertThat(document)
        .contains("\"interrupted\":true,\"running\":{\"name\":\"com.example.Work#loops\",")
        .containsPattern("\"results\":\\[\\{\"name\":\"com.example.Work#add\",")
        .containsPattern("\"notMeasured\":\\[\\{\"name\":\"com.example.Work#fails\",[^{]*}]");
  }

  /** The line has moved before; a busy machine may skip a second. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"list", "watch", "info --html=page.html", "doctor", "overhead"})
  void saysThatCounterWasBeingSelected(String command) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(CycleCounterProvider.class.getName()), Loud.Hanging.class.getName());
    Java.Result result =
        interrupted("INT", " s\rselecting a counter, ", List.of(command.split(" ")));
    assertThat(result.status()).isEqualTo(130);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .anyMatch(
            line ->
                line.matches("(.*\r)?Interrupted: selecting a counter had run for \\d\\.\\d s\\."));
  }

  @Tag("gate")
  @ParameterizedTest
  @ValueSource(strings = {"instructions --json", "constant-time --secret-bytes=4 --method=timing"})
  void saysWhatChildJvmsWereRunning(String command) throws Exception {
    String obstacle = InstructionCounter.obstacle().orElse("");
    assumeTrue(obstacle.isEmpty(), obstacle);
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.add("com.example.Endless");
    Java.Result result = interrupted("INT", "warm-up", arguments);
    assertThat(result.status()).isEqualTo(130);
    saysWhatWasRunning(result, "Endless", "0 of 1");
    String document = String.join("\n", result.out());
    if (command.contains("--json")) {
      Schemas.validate(document);
      assertThat(document).endsWith("\"results\":[],\"interrupted\":true}");
    } else {
      assertThat(document).isEmpty();
    }
  }
}

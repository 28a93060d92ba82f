// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.instructions.InstructionCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that run operations agree in status, stream and sentence. */
class OneMannerTest {

  private static final String OWN = OneMannerTest.class.getName();

  private static CommandRun run(String command, String... arguments) {
    if (command.startsWith("instructions")) {
      Optional<String> obstacle = InstructionCounter.obstacle();
      assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    }
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.addAll(List.of(arguments));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measure | a.B | No class 'a.B' was found: give its full name, and its folder or JAR with",
        "measure | OWN.run | No class 'OWN.run' was found: write OWN#run.",
        "measure | OWN::run | No class 'OWN::run' was found: write OWN#run.",
        "measure | OWN | The class OWN is no operation (Callable), and has no loop of its own"
            + " (BenchFunction): name",
        "measure | --class-path=nowhere a.B | --class-path entry 'nowhere' does not exist.",
        "instructions | a.B | No class 'a.B' was found: give its full name, and its folder or JAR",
        "instructions | OWN.run | No class 'OWN.run' was found: write OWN#run.",
        "instructions | OWN | The class OWN must implement java.util.concurrent.Callable; a static"
            + " method is named as CLASS#METHOD.",
        "instructions | LOUD#loop | The method LOUD#loop(long) has other parameters: call it from a"
            + " static method with no parameter, and name that.",
        "instructions | LOUD#cal | The class LOUD has no method 'cal': those that fit are counted,",
        "instructions | LOUD#call | The method LOUD#call is not static: call it from a static",
        "instructions | jdk.internal.misc.VM#initLevel | The method jdk.internal.misc.VM#initLevel()"
            + " is not open to this module",
        "instructions | java.util.concurrent.Callable | The class java.util.concurrent.Callable"
            + " needs",
        "instructions | --class-path=nowhere a.B | --class-path entry 'nowhere' does not exist.",
        "constant-time | a.B | No class 'a.B' was found: give its full name, and its folder or JAR",
        "constant-time | OWN::run | No class 'OWN::run' was found: write OWN#run.",
        "constant-time | LOUD#counted | The method LOUD#counted() has other parameters: call it from"
            + " a static method with one byte[], the secret, and name that.",
        "constant-time | java.util.Arrays#hashCode(int[]) | The method"
            + " java.util.Arrays#hashCode(int[]) does not fit: it must be static, with one byte[],",
        "constant-time | java.util.Arrays#toString | The method java.util.Arrays#toString(byte[])"
            + " returns String: return an integer or a boolean that depends",
        "constant-time | OWN | The class OWN must implement"
            + " org.cyclecounter.constanttime.SecretOperation; a static method",
        "constant-time | --class-path=nowhere a.B | --class-path entry 'nowhere' does not exist.",
        "constant-time | --accept=a.b LOUD | The accepted 'a.b' names no method: write"
            + " CLASS.METHOD",
      })
  void badInputIsStatus2AndOneSentenceOnTheErrorStream(
      String command, String arguments, String sentence) {
    String secret = command.equals("constant-time") ? " --secret-bytes=4" : "";
    String loud = LoudOperation.class.getName();
    String[] words = arguments.replace("OWN", OWN).replace("LOUD", loud).split(" ");
    CommandRun run = run(command + secret, words);
    assertThat(run.err())
        .startsWith(sentence.replace("OWN", OWN).replace("LOUD", loud))
        .hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "measure --seconds=0.01 --runs=1, LoudOperation#loop(long)",
    "instructions --limit=600, LoudOperation#counted",
    "constant-time --limit=600 --secret-bytes=4 --method=timing, LoudOperation",
  })
  void textOfAnOperationIsCleaned(String command, String operation) {
    String option = command.startsWith("instructions") ? "--stack-trace" : "--json";
    String name = OWN.replaceFirst("\\w+$", operation);
    CommandRun run = run(command, "--no-progress", option, name);
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err().lines().toList().get(0))
        .startsWith("The operation ")
        .contains("java.lang.IllegalStateException: loud  [2J ]0;title");
    if (option.equals("--json")) {
      assertThat(run.err()).hasLineCount(1);
    } else {
      assertThat(run.err())
          .contains("Caused by: java.lang.IllegalArgumentException: cause loud  [2J")
          .contains("LoudOperation.loud(LoudOperation.java:");
    }
    assertThat(run.err() + run.out())
        .matches("[^\\p{Cntrl}\\p{Cf}\u2028\u2029]*(\\R[^\\p{Cntrl}\\p{Cf}]*)*");
    assertThat(run.err() + run.out()).doesNotContain("\u001b", "\u202e", "\u0007", "\u009b");
  }
}

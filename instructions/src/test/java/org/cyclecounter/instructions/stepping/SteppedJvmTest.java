// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.instructions.InstructionCounter;
import org.junit.jupiter.api.Test;

/** Ends child JVMs by their processor time. */
class SteppedJvmTest {

  /** Waits for some milliseconds, or works for ever. */
  static final class Program {
    private static volatile int rounds;

    private Program() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      while (arguments[1].equals("works")) {
        rounds = rounds + 1;
      }
      if (arguments[1].equals("crashes")) {
        System.out.println("#\n#  SIGSEGV (0xb) at pc=0x1\n#\n# JRE version: 17\n#");
        System.exit(1);
      }
      if (arguments[1].equals("closes")) {
        ParentPipe.open(arguments[0]);
        System.out.close();
        ParentPipe.send("COUNTED", "done");
        return;
      }
      Thread.sleep(Long.parseLong(arguments[1]));
      System.out.println(arguments[0] + " COUNTED done");
    }
  }

  private static String run(String argument, Duration limit) throws CountFailure {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    ChildProgram program =
        new ChildProgram(List.of(), options, List.of(), Program.class.getName(), false);
    return new SteppedJvm(program, "waited", "set a smaller --warm-up", part -> {})
        .run("", List.of(argument), limit);
  }

  /** A child that waits, for a busy machine or a time to pass, has a limit of ten times as long. */
  @Test
  void takesProcessorTimeForLimit() throws CountFailure {
    assertThat(run("700", Duration.ofMillis(500))).isEqualTo("done");
    assertThatThrownBy(() -> run("works", Duration.ofMillis(500)))
        .hasMessage(
            "The JVM that waited did not end within 0.5 s of processor time; set a smaller"
                + " --warm-up, or set a longer --limit.");
    assertThatThrownBy(() -> run("600000", Duration.ofMillis(200)))
        .hasMessageStartingWith("The JVM that waited did not end within ");
  }

  @Test
  void hearsOfOperationThatClosesStandardOutput() throws CountFailure {
    assumeTrue(InstructionCounter.obstacle().isEmpty());
    assertThat(run("closes", Duration.ofMinutes(1))).isEqualTo("done");
  }

  @Test
  void namesSignalOrExceptionThatEndsJvm() {
    assertThatThrownBy(() -> run("crashes", Duration.ofMinutes(1)))
        .hasMessage("The JVM that waited ended with status 1: it crashed: SIGSEGV (0xb) at pc=0x1");
    assertThatThrownBy(() -> run("none", Duration.ofMinutes(1)))
        .hasMessageEndingWith("java.lang.NumberFormatException: For input string: \"none\"");
  }

  @Test
  void namesOnlyWhatShortensTask() {
    Duration limit = Duration.ofSeconds(60);
    String warmUp = "set a smaller --warm-up";
    assertThat(SteppingSentences.ofDelay("counted a.B", limit, false, 100, warmUp))
        .endsWith(" 60.0 s of processor time; give it less to do, or set a longer --limit.");
    assertThat(SteppingSentences.ofDelay("checked a.B by TAINT", limit, false, 3, ""))
        .endsWith(" 60.0 s of processor time; set a longer --limit.");
    assertThat(SteppingSentences.ofDelay("counted a.B", limit, true, 3, warmUp))
        .isEqualTo(
            "The JVM that counted a.B did not end within 600.0 s, most of which it waited: for a"
                + " lock, input, or a time to pass.");
    assertThat(SteppingSentences.withoutDashes("set --warm-up 7, or a longer --limit"))
        .isEqualTo("set warmUp 7, or a longer limit");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.jmh.InstructionProfiler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.profile.ProfilerException;

/** JMH's own command line with the profiler of instructions named on it. */
class InstructionProfilerTest {

  private static final String PROFILER = "org.cyclecounter.instructions.jmh.InstructionProfiler";

  private static Java jmh(String benchmark, int forks, String... more) throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    List<String> arguments = new ArrayList<>(List.of("org.openjdk.jmh.Main", "-bm", "ss"));
    arguments.addAll(List.of("-prof", PROFILER + ":warmUp=6000;jvms=1;limit=600"));
    arguments.addAll(List.of("-f", Integer.toString(forks), "-wi", "0", "-i", "1", benchmark));
    arguments.addAll(List.of(more));
    return Java.run("", arguments);
  }

  @Test
  @Tag("gate")
  void countsOperationsOnceForAllForksAndLeavesOtherResults(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("results.json");
    Java run =
        jmh("Twenty.tenOperations|Refused.fourThreads", 2, "-rf", "json", "-rff", json.toString());
    double perOperation = run.secondary("instructions", "instructions/op");
    assertThat(perOperation).isBetween(0.1, 20.0);
    assertThat(Files.readString(json))
        .containsPattern("\"instructions\" : \\{\\s+\"score\" : " + perOperation + ",");
    assertThat(run.find("^(Refused.fourThreads) +ss ")).isNotEmpty();
    assertThat(run.output())
        .contains("fourThreads is for 4 threads, and instructions are those of one: count it in");
  }

  @Test
  @Tag("gate")
  void countsOneThreadOfTheCommandLine() throws Exception {
    Java run = jmh("Refused.fourThreads", 1, "-t", "1");
    assertThat(run.secondary("instructions", "instructions/op")).isPositive();
    assertThat(run.output()).doesNotContain("not counted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          help        | Options of InstructionProfiler: warmUp=N;jvms=N;limit=SECONDS;portable;help
          warmup=1    | Unknown: 'warmup=1'. Options of
          jvms=1; x   | Unknown: ' x'. Options of
          warmUp=-1   | Unknown: 'warmUp=-1'. Options of
          jvms        | Unknown: 'jvms'. Options of
          portable=1  | Unknown: 'portable=1'. Options of
          jvms=0      | jvms is from 1 to 1000, and limit at least 1.
          limit=0     | jvms is from 1 to 1000, and limit at least 1.
          """)
  void refusesOptionsAndNamesThem(String options, String sentence) {
    assertThatThrownBy(() -> new InstructionProfiler(options))
        .isInstanceOf(ProfilerException.class)
        .hasMessageStartingWith(sentence);
  }
}

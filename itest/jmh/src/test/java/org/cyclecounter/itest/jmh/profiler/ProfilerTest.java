// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JMH's own command line with the profiler named on it. */
class ProfilerTest {

  private static final String BENCHMARK = "SimulatedWork.operation";

  private static Java jmh(String profiler, String mode, int forks, String... more)
      throws Exception {
    return Java.jmh("", profiler, mode, forks, "0", BENCHMARK, more);
  }

  private static void hasCycles(Java run) {
    assertThat(run.secondary("cycles", "cycles/op")).isPositive();
    assertThat(run.secondary("cycles.whole", "cycles/op")).isPositive();
    assertThat(run.secondary("cycles.rate", "cycles/s")).isPositive();
    assertThat(run.output()).containsPattern("counted by \\S+ \\(scope (thread|system)\\)");
  }

  @Test
  void countsInEachThreadWithoutAFork() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "thread-cputime is here on Linux at least");
    Java run = jmh(":counter=thread-cputime", "ss", 0, "-t", "2");
    hasCycles(run);
    assertThat(run.output()).contains("counted by thread-cputime (scope thread)");
  }

  @Test
  @Tag("long")
  void countsInAFork() throws Exception {
    hasCycles(jmh("", "thrpt", 1));
    hasCycles(jmh("", "sample", 1, "-t", "2"));
  }

  /** As for a program that has added bench alone. */
  @Test
  @Tag("long")
  void saysBesideResultsWhyItReadsClock() throws Exception {
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.matches(".*counter-(x86|arm|power|riscv|misc|os)\\b.*"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> arguments =
        new ArrayList<>(List.of("-cp", path, "org.openjdk.jmh.Main", "-bm", "ss", "-f", "1"));
    arguments.addAll(List.of("-wi", "0", "-i", "1", BENCHMARK, "-prof"));
    arguments.add("org.cyclecounter.bench.jmh.CycleCounterProfiler");
    Java run = Java.run("", arguments);
    assertThat(run.output())
        .containsOnlyOnce("; a clock instead of cycles: no counter on the path; add these JARs ");
  }

  @Test
  @Tag("long")
  void endsJmhWithTheReasonOfARefusal() throws Exception {
    Java run = jmh(":counter=nonsense", "avgt", 1);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.output()).contains("Unknown counter 'nonsense': available counters: ");
  }
}

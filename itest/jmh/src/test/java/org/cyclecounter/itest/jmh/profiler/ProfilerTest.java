// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JMH's own command line with the profiler named on it. */
class ProfilerTest {

  private static final String BENCHMARK = "profiler.ProfiledBenchmark.sha256";

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

  @Test
  @Tag("long")
  void endsJmhWithTheReasonOfARefusal() throws Exception {
    Java run = jmh(":counter=nonsense", "avgt", 1);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.output()).contains("Unknown counter 'nonsense': available counters: ");
  }
}

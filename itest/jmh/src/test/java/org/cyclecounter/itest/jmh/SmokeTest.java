// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark once; itest/jmh/run measures. */
@Tag("long")
class SmokeTest {

  private static final String LIBCPUCYCLES = "\\.libcpucyclesInC$";

  /** Some of them wait, throw, or are for another JVM. */
  private static final String COUNTED = "\\.jmh\\.counted\\.";

  /** Nothing is timed: another JMH on this machine does not disturb. */
  @BeforeAll
  static void ignoreJmhsLock() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void runsBenchmarksOnce() throws RunnerException {
    assertThat(new Runner(once(".*").exclude(LIBCPUCYCLES).exclude(COUNTED).forks(0).build()).run())
        .isNotEmpty();
  }

  /** In a JVM of its own: its first call takes the JVM's signals away for a while. */
  @Test
  void runsLibcpucyclesInItsOwnJvm() throws RunnerException, IOException {
    assumeTrue(
        Libcpucycles.isHere(),
        "libcpucycles is not installed, and -Ditest.libcpucycles does not name its file");
    Path selection = Files.createTempFile("libcpucycles", ".txt");
    try {
      String[] more = Libcpucycles.options(selection).toArray(String[]::new);
      var options = once(LIBCPUCYCLES).forks(1).jvmArgsAppend(more).build();
      assertThat(new Runner(options).run()).hasSize(1);
      assertThat(selection).content().matches("\\d{8}, [a-z0-9-]+");
    } finally {
      Files.delete(selection);
    }
  }

  private static ChainedOptionsBuilder once(String benchmarks) {
    String prefix = Platform.current().prefix();
    assumeTrue(
        SmokeTest.class.getResource("/META-INF/native/" + prefix) != null,
        "the benchmarks' C is not built for " + prefix);
    return new OptionsBuilder()
        .include(benchmarks)
        .mode(Mode.SingleShotTime)
        .warmupIterations(0)
        .measurementIterations(1)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }
}

package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs once, in this JVM; what it costs is left to itest/jmh/run. */
class SmokeTest {

  @Test
  void everyBenchmarkRuns() throws RunnerException {
    String prefix = Platform.current().prefix();
    assumeTrue(
        SmokeTest.class.getResource("/META-INF/native/" + prefix) != null,
        "the benchmarks' C is not built for " + prefix);
    var options =
        new OptionsBuilder()
            .include(".*")
            .mode(Mode.SingleShotTime)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    assertThat(new Runner(options).run()).isNotEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JMH's own command line with the profiler named on it, on this JDK and the newest beside it. */
class ProfilerTest {

  private static final String PROFILER = "org.cyclecounter.bench.jmh.CycleCounterProfiler";
  private static final Path THIS_JDK = Path.of(System.getProperty("java.home"));

  private record Run(int status, String output) {

    /** A benchmark's secondary result in JMH's last table. */
    double secondary(String label, String unit) {
      Pattern row =
          Pattern.compile(
              "^\\S+:" + Pattern.quote(label) + "\\s+\\S+(?:\\s+\\d+)?\\s+(\\S+)\\s+" + unit + "$",
              Pattern.MULTILINE);
      Matcher matcher = row.matcher(output);
      assertThat(matcher.find()).as("%s in %s", row, output).isTrue();
      return Double.parseDouble(matcher.group(1));
    }
  }

  private static Run jmh(Path jdk, String forks, String profiler, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
    // Others may run JMH on this machine at the same time; numbers are to be read with a point.
    command.addAll(List.of("-Djmh.ignoreLock=true", "-Duser.language=en"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.openjdk.jmh.Main", "-prof", profiler));
    command.addAll(List.of("-wi", "0", "-i", "1", "-r", "100ms", "-f", forks, "-foe", "true"));
    command.addAll(List.of(more));
    command.add("profiler.ProfiledBenchmark.sha256");
    Path output = Files.createTempFile("jmh", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
    }
  }

  private static void hasCycles(Run run) {
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.secondary("cycles", "cycles/op")).isPositive();
    assertThat(run.secondary("cycles.whole", "cycles/op")).isPositive();
    assertThat(run.secondary("cycles.rate", "cycles/s")).isPositive();
    assertThat(run.output()).containsPattern("counted by \\S+ \\(scope (thread|system)\\)");
  }

  @Test
  void onThisJdk() throws Exception {
    hasCycles(jmh(THIS_JDK, "1", PROFILER, "-bm", "avgt"));
  }

  @Test
  void onJava25() throws Exception {
    hasCycles(jmh(otherJdk(), "1", PROFILER, "-bm", "thrpt"));
  }

  @Test
  void aCounterOfTheThreadIsReadInEachThread() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "thread-cputime is here on Linux at least");
    Run run = jmh(THIS_JDK, "1", PROFILER + ":counter=thread-cputime", "-t", "2", "-bm", "sample");
    hasCycles(run);
    assertThat(run.output()).contains("counted by thread-cputime (scope thread)");
  }

  @Test
  void withoutAFork() throws Exception {
    hasCycles(jmh(THIS_JDK, "0", PROFILER, "-bm", "ss"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"counter=nonsense", "help", "colour=red"})
  void aRefusalSaysWhy(String options) throws Exception {
    Run run = jmh(THIS_JDK, "1", PROFILER + ":" + options);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.output())
        .contains(
            switch (options) {
              case "help" -> "counter=NAME";
              case "colour=red" -> "Unknown option 'colour=red'";
              default -> "Unknown counter 'nonsense': available counters: ";
            });
  }

  private static Path otherJdk() throws IOException {
    try (Stream<Path> beside = Files.list(THIS_JDK.toRealPath().getParent())) {
      Path found =
          beside
              .filter(jdk -> jdk.getFileName().toString().contains("25"))
              .filter(jdk -> Files.isExecutable(jdk.resolve("bin/java")))
              .sorted()
              .findFirst()
              .orElse(null);
      assumeTrue(found != null, "there is no JDK 25 beside this one");
      return found;
    }
  }
}

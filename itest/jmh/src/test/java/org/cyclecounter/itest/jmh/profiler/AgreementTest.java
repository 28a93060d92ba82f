// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.Counted;
import org.junit.jupiter.api.Test;

/** {@code Bench}, the command {@code measure} and JMH's profiler count the same. */
class AgreementTest {

  private static final Path SIMULATED = Path.of("src/test/simulated").toAbsolutePath();
  private static final String WORK = SimulatedWork.class.getName();

  /** With the simulated counter's services file on the class path, or without. */
  private static String java(boolean isSimulated, String... arguments) throws Exception {
    String path = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The counter is simulated: what the code is compiled by has no part in the result.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Djmh.ignoreLock=true", "-Duser.language=en", "-cp"));
    command.add(isSimulated ? path + File.pathSeparator + SIMULATED : path);
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("agreement", ".txt");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().remove("CYCLECOUNTER_BENCH_TIMER");
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as(text).isZero();
      return text;
    } finally {
      Files.delete(output);
    }
  }

  private static String bench(boolean isSimulated, String option) throws Exception {
    return java(isSimulated, option, ByBench.class.getName());
  }

  private static String measure(boolean isSimulated, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("org.cyclecounter.tools.cli.Main", "measure", WORK + "#once"));
    command.addAll(List.of("--json", "--seconds", "0.05"));
    command.addAll(List.of(more));
    return java(isSimulated, command.toArray(String[]::new));
  }

  private static String jmh(boolean isSimulated, String options) throws Exception {
    String profiler = "org.cyclecounter.bench.jmh.CycleCounterProfiler" + options;
    return java(
        isSimulated,
        "org.openjdk.jmh.Main",
        "-prof",
        profiler,
        "-bm",
        "avgt",
        "-wi",
        "1",
        "-w",
        "100ms",
        "-i",
        "1",
        "-r",
        "100ms",
        "-f",
        "1",
        "-foe",
        "true",
        "SimulatedWork.operation");
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher.group(1);
  }

  /**
   * The counter rises by 1000 with each operation and by one with each reading, so the time has no
   * part in the result: the tolerance of 1 % is for the readings, of which a run of thousands of
   * operations has a few.
   */
  @Test
  void oneFunctionCostsTheSameByAllThree() throws Exception {
    String counter = SimulatedProvider.NAME;
    String byBench = bench(true, "-Dorg.cyclecounter.bench.timer=cycle=" + counter);
    String byMeasure = measure(true, "--counter", counter);
    String byJmh = jmh(true, ":counter=" + counter);
    double allowed = SimulatedWork.CYCLES * 0.01;
    assertThat(Double.parseDouble(find("^(\\S+) by " + counter + ": ", byBench)))
        .isCloseTo(SimulatedWork.CYCLES, within(allowed));
    assertThat(Double.parseDouble(find("\"cyclesPerOperation\":([^,]+),", byMeasure)))
        .isCloseTo(SimulatedWork.CYCLES, within(allowed));
    assertThat(
            Double.parseDouble(
                find(":cycles\\.whole\\s+avgt\\s+(?:\\d+\\s+)?(\\S+)\\s+cycles/op$", byJmh)))
        .isCloseTo(SimulatedWork.CYCLES, within(allowed));
  }

  /** Though the simulated counter is more precise than any other. */
  @Test
  void withoutANameAllThreeTakeTheSameCounterAndSayWhatItCounts() throws Exception {
    String byBench = bench(true, "-Dnothing=x");
    String byMeasure = measure(true);
    String byJmh = jmh(true, "");
    String measured = find("\"implementation\":\"([^\"]+)\"", byMeasure);
    assertThat(find("counted by (\\S+) \\(scope", byJmh)).isEqualTo(measured);
    String asked = find(" by (\\S+): ", byBench);
    List<String> counters =
        switch (asked) {
          case "linux-perf-event" -> List.of("default-perfevent");
          case "x86-rdtsc" -> List.of("amd64-tsc", "x86-tsc");
          default -> List.of(SimulatedProvider.NAME); // mLib's order ends there with no cycles
        };
    assertThat(counters).contains(measured);
    String counted = find("\"counted\":\"([^\"]+)\"", byMeasure);
    String words = Counted.valueOf(counted).toString();
    assertThat(find("counted by \\S+ \\(scope \\S+\\): ([^;]+);", byJmh)).isEqualTo(words);
    if (!asked.equals("null")) {
      assertThat(find(" by \\S+: (.+)$", byBench)).isEqualTo(words);
    }
  }
}

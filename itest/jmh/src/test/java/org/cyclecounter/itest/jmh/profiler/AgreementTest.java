// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Counted;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code Bench}, the command {@code measure} and JMH's profiler count the same. */
@Tag("long")
class AgreementTest {

  private static final Path SIMULATED = Path.of("src/test/simulated").toAbsolutePath();
  private static final String WORK = SimulatedWork.class.getName();

  /** With the simulated counter's services file on the class path, or without. */
  private static String path(boolean isSimulated) {
    return isSimulated ? File.pathSeparator + SIMULATED : "";
  }

  private static Java bench(boolean isSimulated, String option) throws Exception {
    return Java.run(path(isSimulated), List.of(option, ByBench.class.getName()));
  }

  private static Java measure(boolean isSimulated, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("org.cyclecounter.tools.cli.Main", "measure", WORK + "#once"));
    command.addAll(List.of("--json", "--seconds", "0.05"));
    command.addAll(List.of(more));
    return Java.run(path(isSimulated), command);
  }

  private static Java jmh(boolean isSimulated, String options) throws Exception {
    return Java.jmh(path(isSimulated), options, "avgt", 1, "1", "SimulatedWork.operation");
  }

  /**
   * The counter rises by 1000 with each operation and by one with each reading, so the time has no
   * part in the result: the tolerance of 1 % is for the readings, of which a run of thousands of
   * operations has a few.
   */
  @Test
  void agreesOnCyclesOfFunction() throws Exception {
    String counter = SimulatedProvider.NAME;
    Java byBench = bench(true, "-Dorg.cyclecounter.bench.timer=cycle=" + counter);
    Java byMeasure = measure(true, "--counter", counter);
    Java byJmh = jmh(true, ":counter=" + counter);
    double ofBench = Double.parseDouble(byBench.find("^(\\S+) by " + counter + ": "));
    double ofMeasure = Double.parseDouble(byMeasure.find("\"cyclesPerOperation\":([^,]+),"));
    double ofJmh = byJmh.secondary("cycles.whole", "cycles/op");
    assertThat(List.of(ofBench, ofMeasure, ofJmh))
        .allSatisfy(
            cycles ->
                assertThat(cycles)
                    .isCloseTo(SimulatedWork.CYCLES, within(SimulatedWork.CYCLES * 0.01)));
  }

  /** Though the simulated counter is more precise than any other. */
  @Test
  void agreesOnCounterThatIsNotNamed() throws Exception {
    Java byBench = bench(true, "-Dnothing=x");
    Java byMeasure = measure(true);
    Java byJmh = jmh(true, "");
    String measured = byMeasure.find("\"implementation\":\"([^\"]+)\"");
    assertThat(byJmh.find("counted by (\\S+) \\(scope")).isEqualTo(measured);
    String asked = byBench.find(" by (\\S+): ");
    // mLib's order ends there with no cycles
    assertThat(measured).isEqualTo(asked.equals("null") ? SimulatedProvider.NAME : asked);
    String counted = byMeasure.find("\"counted\":\"([^\"]+)\"");
    String words = Counted.valueOf(counted).toString();
    assertThat(byJmh.find("counted by \\S+ \\(scope \\S+\\): ([^;]+);")).isEqualTo(words);
    if (!asked.equals("null")) {
      assertThat(byBench.find(" by \\S+: (.+)$")).isEqualTo(words);
    }
  }
}

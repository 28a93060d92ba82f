// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.pmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code itest/jmh/contextswitch} on the simulated PMU: that it runs; its numbers mean nothing. */
class ContextSwitchIT {

  private static final Path ROOT =
      Path.of(System.getProperty("machines.root", "../..")).toAbsolutePath().normalize();
  private static final int NO_SIMULATOR = 125;

  @TempDir Path folder;

  private record Ended(int status, List<String> out, String err) {}

  @BeforeEach
  void onSimulatedPmu() throws Exception {
    assumeTrue(Boolean.getBoolean("pmu.simulated"), "the simulated PMU is used with mvn -Ppmu");
    Ended ended = run("itest/src/emulate/pmu/run", "--", "true");
    assumeTrue(ended.status() != NO_SIMULATOR, "no simulated PMU here: " + ended.err());
  }

  private Ended run(String script, String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    List<String> command = new ArrayList<>(List.of(ROOT.resolve(script).toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("CYCLECOUNTER_BUILT", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int status = builder.start().waitFor();
    return new Ended(status, Files.readAllLines(out), Files.readString(err));
  }

  private Ended measure(String pmu, String counter) throws IOException, InterruptedException {
    String command = ROOT.resolve("itest/jmh/contextswitch").toString();
    return run("itest/src/emulate/pmu/run", pmu, "--", command, counter, "3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"default-perfevent", "amd64-pmc"})
  void itMeasures(String counter) throws Exception {
    Ended ended = measure("--step=60", counter);
    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(ended.out().get(0)).startsWith(counter + ", Java ");
    assertThat(ended.out()).anyMatch(line -> line.matches("with one in each thread +\\d+"));
    assertThat(ended.out())
        .anyMatch(line -> line.matches("with / without +\\d+\\.\\d{3} \\(.*\\)"));
  }

  @Test
  void withoutACounterThatIsFreeItSaysWhyItCannot() throws Exception {
    Ended ended = measure("--slots=0", "amd64-pmc");
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .startsWith("contextswitch: what an event adds cannot be measured here: amd64-pmc: ");
  }
}

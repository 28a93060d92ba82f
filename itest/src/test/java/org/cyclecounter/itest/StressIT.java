// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.pmu.SimulatedPmu;
import org.cyclecounter.itest.stress.Selections;
import org.cyclecounter.itest.stress.Soak;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Some seconds' worth of what {@code itest/src/stress/run} does for hours; {@code -Dtests=all} or
 * {@code -Dsoak.seconds} for more.
 */
class StressIT {

  @TempDir Path directory;

  @BeforeAll
  static void onLinux() {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "there is no /proc to look at");
  }

  private String[] command(Class<?> program, String classPath, String... options) {
    String[] java = {
      Java.path("java"),
      "-Djava.io.tmpdir=" + directory,
      "-Dorg.cyclecounter.probe.seconds=2",
      "-Xms128m",
      "-Xmx128m",
      "-XX:+AlwaysPreTouch",
      Java.nativeAccess("ALL-UNNAMED"),
      "-cp",
      classPath,
      program.getName()
    };
    return Stream.concat(Stream.of(java), Stream.of(options)).toArray(String[]::new);
  }

  private List<String> run(Class<?> program, String classPath, String... options) throws Exception {
    Java.Result result = Java.run(new ProcessBuilder(command(program, classPath, options)));
    assertThat(result.status())
        .as(String.join("\n", result.out()) + "\n" + String.join("\n", result.err()))
        .isZero();
    assertThat(result.err()).isEmpty();
    return result.out();
  }

  @Test
  void selectionsLeaveTheProcessAsItWas() throws Exception {
    int selections = LongTests.ARE_RUN ? 60 : 10;
    int byChildren = selections / 5;
    String made = "selections: {NATIVE=%d, JVM=%d} ".formatted(selections - byChildren, byChildren);
    assertThat(
            run(
                Selections.class,
                Java.classPathAndTests(),
                "--selections",
                "" + selections,
                "--child-every",
                "5"))
        .anyMatch(line -> line.startsWith(made))
        .contains("verdict: good");
  }

  /**
   * Those that never return take most of the time in so short a run. A library that ends its
   * process while it is loaded leaves its private directory to the next loader, ten minutes later.
   */
  private String[] soak() {
    return new String[] {
      "--seconds",
      LongTests.amount("soak.seconds", "2", "15"),
      "--sample-seconds",
      "1",
      "--seed",
      "1",
      "--samples",
      directory.resolve("soak.tsv").toString(),
      "--without",
      ".*(loop|deadlock|stops|cancels|endless|blocked|library).*"
    };
  }

  private static String classPathWithFaults() {
    return Java.classPathAndTests()
        + File.pathSeparator
        + Path.of("faults/target/*").toAbsolutePath();
  }

  private void isGood(List<String> out) {
    assertThat(out)
        .contains("decreases: 0", "verdict: good")
        .anyMatch(line -> line.matches("readings: [1-9]\\d* by 4 threads, moved [1-9]\\d* times.*"))
        .anyMatch(line -> line.matches("faults injected: [1-9]\\d*"));
    assertThat(directory.resolve("soak.tsv")).isNotEmptyFile();
  }

  @Test
  void readersSeeNoDecreaseWhileFaultyCountersAreProbed() throws Exception {
    isGood(run(Soak.class, classPathWithFaults(), soak()));
  }

  /** Some of the counters need a signal handler, but not the one that is selected at first. */
  @Test
  void readersSeeNoDecreaseOnAPmu() throws Exception {
    SimulatedPmu.isNeeded();
    SimulatedPmu.Run run =
        SimulatedPmu.run(
            List.of("--discount=inf", "--step=300"),
            command(Soak.class, classPathWithFaults(), soak()));
    assertThat(run.status()).as(run.all()).isZero();
    isGood(run.out());
    assertThat(run.statistic("rdpmc")).isPositive();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Said;
import org.junit.jupiter.api.BeforeAll;

/** A test that runs programs under {@code itest/src/emulate/pmu/run}. */
public abstract class SimulatedPmu {

  /** 60 cycles between two reads, always: less than the time-stamp counter's, penalty included. */
  public static final List<String> DETERMINISTIC = List.of("--discount=inf", "--step=60");

  private static final Path RUN =
      Path.of(System.getProperty("machines.root", ".."))
          .toAbsolutePath()
          .resolve("itest/src/emulate/pmu/run")
          .normalize();

  /** The kernel's setting that permits RDPMC; the program under test may write to it. */
  static final Path RDPMC = Path.of("/sys/bus/event_source/devices/cpu/rdpmc");

  /**
   * A program's result.
   *
   * @param options the simulator's
   * @param statistics the numbers of {@code --stats}, by name
   */
  public record Run(
      List<String> options,
      int status,
      List<String> out,
      List<String> err,
      Map<String, Long> statistics)
      implements Said {

    public long statistic(String name) {
      return statistics.get(name);
    }

    /** Everything that is worth seeing when a test fails. */
    public String all() {
      return options
          + ("\nstatus " + status + "\n" + String.join("\n", out) + "\n")
          + (String.join("\n", err) + "\n" + statistics);
    }
  }

  private static String whyNot;

  /** Ends the test, with the reason, where no PMU can be simulated. */
  @BeforeAll
  public static synchronized void isNeeded() throws Exception {
    // A C compiler builds it, and is installed if there is none: not in every build.
    assumeTrue(Boolean.getBoolean("pmu.simulated"), "the simulated PMU is used with mvn -Ppmu");
    if (whyNot == null) {
      Java.Result result = Java.run(new ProcessBuilder(RUN.toString(), "--", "true"));
      if (result.err().toString().contains("cannot be built")) {
        throw new AssertionError(String.join("\n", result.err()));
      }
      whyNot = result.status() == 0 ? "" : "no simulated PMU here: " + result.err();
      if (!whyNot.isEmpty()) {
        System.out.println(whyNot);
      }
    }
    assumeTrue(whyNot.isEmpty(), whyNot);
  }

  /** Runs a command on a simulated PMU with these options. */
  public static Run run(List<String> options, String... command) throws Exception {
    Path statistics = Files.createTempFile("pmu", ".txt");
    try {
      List<String> all = new ArrayList<>(List.of(RUN.toString(), "--stats=" + statistics));
      all.addAll(options);
      all.add("--");
      all.addAll(List.of(command));
      Java.Result result = Java.run(new ProcessBuilder(all));
      return new Run(
          options,
          result.status(),
          result.out(),
          result.err(),
          parse(Files.readString(statistics)));
    } finally {
      Files.delete(statistics);
    }
  }

  /** Runs a program of this module's tests, in a JVM that starts quickly. */
  public static Run java(List<String> options, Class<?> program, String... arguments)
      throws Exception {
    return java(options, List.of(), List.of(), program, arguments);
  }

  /** The same, started by another command, with options for the JVM. */
  public static Run java(
      List<String> options,
      List<String> around,
      List<String> jvmOptions,
      Class<?> program,
      String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(around);
    command.addAll(
        List.of(
            Java.path("java"),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests()));
    command.addAll(jvmOptions);
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return run(options, command.toArray(String[]::new));
  }

  /** The program that states facts about events, for the simulator's own test. */
  static String facts() throws Exception {
    Java.Result result = Java.run(new ProcessBuilder(RUN.toString(), "--build"));
    return Path.of(result.out().get(0), "facts").toString();
  }

  private static Map<String, Long> parse(String line) {
    return Arrays.stream(line.strip().split(" "))
        .filter(word -> word.contains("="))
        .map(word -> word.split("="))
        .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
  }
}

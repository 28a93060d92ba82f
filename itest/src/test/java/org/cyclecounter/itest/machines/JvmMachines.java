// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cyclecounter.itest.FirstReadIT;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.Answers.Counter;
import org.cyclecounter.itest.machines.Scripts.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole program on other processors' Java, under qemu-user: each machine's counters are listed,
 * each is selected or rejected with a true reason, whatever faults, and the selected one rises.
 */
class JvmMachines {

  /** A counter's verdict there. */
  private static final String USABLE = "usable";

  private static final String NO_PERF = "(perf_event_open: ENOSYS; |no hardware cycle counter ).*";
  private static final String UNDEFINED =
      "probed (natively|in a child JVM), [0-9.]+ ms: it (failed|ended that process) while being"
          + " read: SIGILL, an illegal \\(undefined\\) instruction";
  private static final String STANDS_STILL =
      "it stands still in each of 10 runs of 1000 reads; probed natively, .*";

  /**
   * A processor's Java, and the verdicts on its own counters: usable, or a pattern of the reason.
   */
  record Machine(String arch, String release, int java, Map<String, String> counters) {
    @Override
    public String toString() {
      return arch + ", Java " + java;
    }
  }

  private static final String MODULES =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.arm,org.cyclecounter.riscv,org.cyclecounter.os";

  private static Results results;

  @TempDir Path folder;

  @BeforeAll
  static void begin() throws IOException {
    results = Results.of("jvm");
  }

  static Stream<Machine> machines() {
    Map<String, String> arm64 =
        Map.of(
            "arm64-perfpmc", NO_PERF,
            "arm64-pmc", UNDEFINED,
            "arm64-vct", USABLE,
            "arm64-vctss", USABLE);
    return Stream.of(
        new Machine("arm64", "bookworm", 17, arm64),
        new Machine("arm64", "trixie", 25, arm64),
        new Machine(
            "armhf", "bookworm", 17, Map.of("arm32-cortex", UNDEFINED, "arm32-1176", UNDEFINED)),
        new Machine("i386", "bookworm", 17, Map.of("x86-tsc", USABLE, "x86-tscasm", USABLE)),
        new Machine("ppc64el", "bookworm", 17, Map.of("ppc64-mftb", USABLE)),
        new Machine("s390x", "bookworm", 17, Map.of("s390x-stckf", USABLE)),
        new Machine("mips64el", "bookworm", 17, Map.of("mips64-cc", STANDS_STILL)),
        new Machine("loong64", "sid", 17, Map.of("loong64-rdtime", USABLE)),
        new Machine(
            "riscv64",
            "trixie",
            25,
            Map.of(
                "riscv64-perfrdcycle", NO_PERF,
                "riscv64-rdcycle", USABLE,
                "riscv64-rdtime", USABLE)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void infoListsItsCountersAndTheSelectedOneRises(Machine machine) throws Exception {
    Machines.assumeWanted(machine.arch());
    String java = Machines.java(machine.arch(), machine.release());
    Ended info = info(java, machine);
    assertThat(info.status()).as(info.tail()).isZero();
    assertThat(info.err()).as("warnings").isEmpty();
    for (String name : machine.counters().keySet()) {
      assertThat(info.out())
          .as("info lists " + name)
          .anyMatch(line -> line.matches("cpucycles tracesetup \\d+ " + name + " precision .*"));
    }
    assertThat(info.out())
        .anyMatch(line -> line.matches("cpucycles implementation (?!default-zero).*"));

    Answers answers = probe(java, machine);
    // An emulated clock is as even as the machine lets it be: a search for its rate may fail once.
    if (answers.counters().stream().anyMatch(c -> c.reason().startsWith("no multiplier fits"))) {
      System.out.println(machine + " is asked again: no multiplier was found");
      answers = probe(java, machine);
    }
    String version = " (qemu-user, Java " + machine.java() + ")";
    for (Map.Entry<String, String> expected : machine.counters().entrySet()) {
      Counter counter = answers.counter(expected.getKey());
      if (expected.getValue().equals(USABLE)) {
        assertThat(counter.isUsable()).as(counter.toString()).isTrue();
        assertThat(counter.rise()).as(counter.toString()).matches("[1-9]\\d*");
      } else {
        assertThat(counter.verdict()).as(counter.toString()).isEqualTo("REJECTED");
        assertThat(counter.reason()).matches(expected.getValue());
      }
    }
    assertThat(answers.selected()).isNotEqualTo("default-zero");
    assertThat(answers.selectedsRise()).isPositive();
    for (Counter counter : answers.counters()) {
      if (!counter.name().equals("default-zero")) {
        results.add(counter.name(), "user", machine.arch() + version, counter.outcome());
      }
    }
  }

  @Test
  void firstReadingOnArm64TouchesNeitherJnaNorAProcess() throws Exception {
    Machines.assumeWanted("arm64");
    List<String> command = command(Machines.java("arm64", "bookworm"), 17, "");
    command.addAll(
        List.of("-cp", Java.classPathAndTestsWithout("any"), "org.cyclecounter.itest.FirstRead"));
    Ended read = Machines.run("arm64", command, folder);
    assertThat(read.status()).as(read.tail()).isZero();
    String loaded = Files.readString(folder.resolve("loaded.txt"));
    FirstReadIT.touchesLittle(loaded, read.out().get(0), "arm");
  }

  /** With a child JVM to try counters in; the probe leaves the selection to the selector. */
  private Ended info(String java, Machine machine) throws IOException, InterruptedException {
    List<String> command = command(java, machine.java(), MODULES);
    command.addAll(
        List.of(
            "-p",
            Java.jarsWithout("any"),
            "-m",
            "org.cyclecounter.tools",
            "info",
            "--isolation",
            "jvm"));
    return Machines.run(machine.arch(), command, folder);
  }

  private Answers probe(String java, Machine machine) throws IOException, InterruptedException {
    List<String> command = command(java, machine.java(), "ALL-UNNAMED");
    command.addAll(
        List.of("-cp", Java.classPathAndTestsWithout("any"), Probe.class.getName(), "counters"));
    Ended probed = Machines.run(machine.arch(), command, folder);
    assertThat(probed.status()).as(probed.tail()).isZero();
    return Answers.of(probed.out());
  }

  private static List<String> command(String java, int version, String nativeAccess) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.add("-XX:TieredStopAtLevel=1"); // C2 takes longer than the questions
    // Linking by the foreign-function interface took 5 s on a busy machine.
    command.add("-Dorg.cyclecounter.probe.seconds=60");
    if (version >= 22) {
      command.add("--enable-native-access=" + nativeAccess);
    }
    return command;
  }
}

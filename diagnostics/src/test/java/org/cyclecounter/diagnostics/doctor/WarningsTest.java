// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.diagnostics.doctor.ScriptedMachine.measured;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.doctor.Warning.Kind;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.selector.Scoring;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WarningsTest {

  private static final String CPU = "sys/devices/system/cpu/";

  @TempDir Path root;

  private ScriptedMachine machine;

  @BeforeEach
  void write() throws IOException {
    machine = new ScriptedMachine(root).usesTsc();
  }

  private Warning only(Kind kind) {
    List<Warning> warnings = machine.diagnosis().warnings();
    assertThat(warnings).extracting(Warning::kind).containsExactly(kind);
    assertThat(machine.diagnosis().advice()).as("nothing better because of it").isEmpty();
    return warnings.get(0);
  }

  private static String command(Warning warning) {
    assertThat(warning.remedy().costs()).isNotBlank();
    assertThat(warning.remedy().commands()).hasSize(1);
    return warning.remedy().commands().get(0).place()
        + ": "
        + warning.remedy().commands().get(0).text();
  }

  @Test
  void quietMachineHasNoWarning() throws IOException {
    machine.file(CPU + "cpufreq/policy0/scaling_governor", "performance\n");
    machine.file(CPU + "intel_pstate/no_turbo", "1\n");
    machine.file("proc/sys/kernel/nmi_watchdog", "0\n");
    assertThat(machine.diagnosis().warnings()).isEmpty();
  }

  @Test
  void virtualMachine() throws IOException {
    machine.underHypervisor();
    assertThat(only(Kind.VIRTUAL_MACHINE).text()).contains("the hypervisor (unnamed)");
  }

  @Test
  void trappedRdpmcInUse() throws IOException {
    machine = new ScriptedMachine(root);
    machine.works("amd64-pmc", ON_CORE, Verdict.SELECTED, measured(790));
    machine.which(Counted.USER_CYCLES, "RDPMC");
    machine.works("amd64-perfpmc", ON_CORE, Verdict.USABLE, measured(801));
    machine.which(Counted.USER_CYCLES, "RDPMC");
    machine.works("default-perfevent", ON_CORE, Verdict.USABLE, measured(1080));
    machine.which(Counted.USER_CYCLES, "read(2)");
    machine.works("another", ON_CORE, Verdict.USABLE, measured(1080));
    Warning warning = only(Kind.TRAPPED_READ);
    assertThat(warning.text())
        .startsWith("a read of amd64-pmc takes 790 ns (RDPMC), of amd64-perfpmc takes 801 ns");
    assertThat(command(warning)).isEqualTo("JVM: -Dorg.cyclecounter.maximumReadNanos=200");
  }

  @Test
  void trappedRdpmcThatIsNotInUseNeedsNothing() {
    machine.works("amd64-pmc", ON_CORE, Verdict.USABLE, measured(790));
    machine.which(Counted.USER_CYCLES, "RDPMC");
    assertThat(only(Kind.TRAPPED_READ).remedy().commands()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GOVERNOR | CPU/cpufreq/policy0/scaling_governor=powersave | it is powersave: | `HERE: echo performance | tee /CPU/cpufreq/policy*/scaling_governor`
          TURBO | CPU/cpufreq/policy0/scaling_driver=intel_pstate; CPU/intel_pstate/no_turbo=0 | it | HERE: echo 1 >/CPU/intel_pstate/no_turbo
          TURBO | CPU/cpufreq/policy0/scaling_driver=acpi-cpufreq; CPU/cpufreq/boost=1 | it | HERE: echo 0 >/CPU/cpufreq/boost
          NMI_WATCHDOG | proc/sys/kernel/nmi_watchdog=1 | it | HERE: sysctl -w kernel.nmi_watchdog=0
          NMI_WATCHDOG | proc/sys/kernel/nmi_watchdog=1; .dockerenv= | it | HOST: sysctl -w kernel.nmi_watchdog=0
          MOVING_FREQUENCY | CPU/cpufreq/policy0/scaling_min_freq=800000; CPU/cpufreq/policy0/scaling_max_freq=4700000 | moves between 800 and 4700 MHz | -
          MOVING_FREQUENCY | proc/cpuinfo=cpu MHz: 2100.5,flags: tsc,cpu MHz: 800.000 | the cores run at 800 to 2101 MHz just now (/proc/cpuinfo) | -
          """)
  void warningHasItsTextAndCommand(Kind kind, String files, String text, String command)
      throws IOException {
    for (String file : files.replace("CPU/", CPU).split("; ")) {
      int equals = file.indexOf('=');
      String lines = file.substring(equals + 1).replace(',', '\n');
      machine.file(file.substring(0, equals), lines + "\n");
    }
    assertThat(only(kind).text()).contains(text);
    if (!command.equals("-")) {
      assertThat(command(only(kind))).isEqualTo(command.replace("CPU/", CPU));
    }
  }

  /** Nanoseconds, of the mean and the least difference of {@code System.nanoTime}; 0: not read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1300 | 1300    | SYSTEM | hpet      | TAKES 1300 ns: IS hpet
          1300 | 1300    | CORE   | hpet      | NARROW; TAKES 1300 ns: IS hpet
          26   | 26      | CORE   | kvm-clock | NARROW; TAKES 26 ns: IS kvm-clock
          0    | 0       | CORE   | hpet      | NARROW; IS hpet
          700  | 700     | SYSTEM | ``        | TAKES 700 ns: the kernel does not name its clock source
          26   | 26      | SYSTEM | hpet      | -
          370  | 26      | SYSTEM | tsc       | -
          26   | 4000000 | SYSTEM | jiffies   | -
          """)
  void warnsOfSlowClockAndOfTimeStampCounterOfOneCore(
      double meanNs, long leastNs, Scope scope, String source, String text) throws IOException {
    machine.file("sys/devices/system/clocksource/clocksource0/current_clocksource", source + "\n");
    machine.works("amd64-tscasm", OFF_CORE, scope, measured(8)).which(Counted.TICKS, "RDTSC");
    if (meanNs > 0) {
      Measured measured = ScriptedMachine.clock(meanNs, leastNs);
      machine.works("default-monotonic", FIXED_RESOLUTION, Scope.SYSTEM, measured);
    }
    if (text.equals("-")) {
      assertThat(machine.diagnosis().warnings()).isEmpty();
      return;
    }
    assertThat(only(Kind.CLOCK_SOURCE).text())
        .isEqualTo(
            text.replace(
                    "NARROW",
                    "readings of amd64-tscasm compare on one core only (list has the reason)")
                .replace("TAKES", "System.nanoTime takes")
                .replace("IS", "the kernel's clock source is"));
  }

  @Test
  void warnsOfCounterThatSharedThePmu() {
    machine.works("amd64-pmc", ON_CORE, Verdict.USABLE, measured(8, 3e9, 0.39));
    assertThat(only(Kind.SHARED_PMU).text())
        .isEqualTo("other programs use the PMU: amd64-pmc ran for 39 % of the time");
  }

  @ParameterizedTest
  @EnumSource(names = {"TAKEN", "SHARED", "STANDS_STILL"})
  void namesCountersThatOthersKeepAway(Obstacle obstacle) {
    machine.rejects("amd64-pmc", ON_CORE, obstacle).rejects("default-perfevent", ON_CORE, obstacle);
    assertThat(machine.diagnosis().warnings())
        .extracting(Warning::text)
        .containsExactly(
            "other programs use the PMU, so these are rejected: amd64-pmc, default-perfevent");
  }

  @Test
  void saysWhatFilterDoesToCounters() throws IOException {
    machine.filtered();
    assertThat(only(Kind.SECCOMP).text()).endsWith("; it blocks no counter");
    machine.paranoid(2).rejects("amd64-pmc", ON_CORE, Obstacle.NOT_PERMITTED);
    assertThat(machine.diagnosis().warnings())
        .singleElement()
        .extracting(Warning::text, STRING)
        .endsWith("; perf_event_open is refused");
  }

  @Test
  void saysThatNothingCanBeProbedUnderFilter() throws IOException {
    machine.filtered().rejects("amd64-tscasm", OFF_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().warnings())
        .singleElement()
        .extracting(Warning::text, STRING)
        .contains("prevents processes from");
  }

  @Test
  void warnsOfFrequencyThatStays() throws IOException {
    machine.file(CPU + "cpufreq/policy0/scaling_min_freq", "3000000\n");
    machine.file(CPU + "cpufreq/policy0/scaling_max_freq", "3000000\n");
    machine.works("amd64-pmc", ON_CORE, Verdict.USABLE, measured(8, 3.01e9, 1));
    assertThat(machine.diagnosis().warnings()).isEmpty();
  }

  @Test
  void warnsOfCoreThatRanAtAnotherFrequency() {
    machine.works("amd64-pmc", ON_CORE, Verdict.USABLE, measured(8, 4.95e9, 1));
    machine.works("amd64-perfpmc", ON_CORE, Verdict.USABLE, measured(8, 4.9e9, 1));
    assertThat(only(Kind.MOVING_FREQUENCY).text())
        .startsWith("by amd64-pmc the core ran at 4950 MHz, and cyclesPerSecond() is 3000 MHz");
  }

  @Test
  void saysByWhatToDivideTicksOfTheSelectedCounter() {
    machine.works("x86-tsc", OFF_CORE, Verdict.SELECTED, measured(8, 1.2e9, 1));
    machine.which(Counted.TICKS, "RDTSC");
    assertThat(only(Kind.MOVING_FREQUENCY).text())
        .startsWith("by x86-tsc a second has 1200000000 of its cycles, and not 3000000000");
  }

  @Test
  void filesThatAreNotThere() throws IOException {
    machine = new ScriptedMachine(root.resolve("other")).usesTsc();
    assertThat(machine.diagnosis().warnings()).isEmpty();
    Diagnosis empty =
        Doctor.examine(
            machine.report(),
            machine,
            MachineFacts.read(
                root.resolve("nothing"), name -> name.equals("os.name") ? "Linux" : "amd64"),
            Scoring.LIBCPUCYCLES_20240114);
    assertThat(empty.warnings()).extracting(Warning::kind).containsExactly(Kind.HIDDEN_FILES);
    assertThat(empty.warnings().get(0).text()).startsWith("/proc and /sys are not mounted");
  }
}

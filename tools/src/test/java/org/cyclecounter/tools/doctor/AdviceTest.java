// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.tools.doctor.Command.Place;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which counters are advised, and by which commands. */
class AdviceTest {

  @TempDir Path root;

  private ScriptedMachine machine;

  @BeforeEach
  void write() throws IOException {
    machine = new ScriptedMachine(root);
  }

  private List<String> commands(Obstacle obstacle) {
    machine.usesTsc().rejects("amd64-pmc", ON_CORE, obstacle);
    Diagnosis diagnosis = machine.which(Counted.USER_CYCLES, "RDPMC").diagnosis();
    assertThat(diagnosis.status()).isEqualTo(diagnosis.advice().isEmpty() ? 0 : 1);
    if (diagnosis.advice().isEmpty()) {
      assertThat(diagnosis.sentence()).endsWith("Nothing better is possible here.");
      return List.of();
    }
    Advice advice = diagnosis.advice().get(0);
    assertThat(advice.obstacle()).isEqualTo(obstacle);
    assertThat(advice.remedy().costs()).isNotBlank();
    assertThat(advice.now()).isNotBlank();
    assertThat(advice.gives())
        .isEqualTo(
            "the thread's core cycles in user mode, without a system call, instead of ticks of a"
                + " constant-rate clock");
    return advice.remedy().commands().stream()
        .map(command -> command.place() + ": " + command.text())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"4, HERE", "3, HERE"})
  void aLevelThatForbidsCountingIsLowered(int level, Place place) throws IOException {
    machine.paranoid(level);
    assertThat(commands(Obstacle.NOT_PERMITTED))
        .containsExactly(place + ": sysctl -w kernel.perf_event_paranoid=2");
  }

  @Test
  void aLevelThatAllowsItIsLeftAlone() throws IOException {
    machine.paranoid(2);
    assertThat(commands(Obstacle.NOT_PERMITTED))
        .containsExactly("HERE: journalctl -k --grep='denied|DENIED'");
  }

  @Test
  void noLevelBindsWhoHasTheCapability() throws IOException {
    machine.paranoid(4).file("proc/self/status", "CapEff:\t0000004000000000\nSeccomp:\t2\n");
    assertThat(commands(Obstacle.NOT_PERMITTED))
        .containsExactly("SERVICE: SystemCallFilter=perf_event_open");
  }

  @Test
  void aContainerMayNeedBothALevelAndACapability() throws IOException {
    machine.paranoid(3).filtered().file(".dockerenv", "");
    assertThat(commands(Obstacle.NOT_PERMITTED))
        .containsExactly(
            "HOST: sysctl -w kernel.perf_event_paranoid=2",
            "CONTAINER: docker run --cap-add PERFMON IMAGE");
  }

  @ParameterizedTest
  @CsvSource({
    "run/.containerenv, podman run --cap-add PERFMON IMAGE",
    "run/secrets/kubernetes.io, 'securityContext: {capabilities: {add: [\"PERFMON\"]}}'"
  })
  void eachEngineHasItsFlag(String sign, String command) throws IOException {
    machine.paranoid(2).filtered().file(sign, "");
    assertThat(commands(Obstacle.FILTER_KILLS)).containsExactly("CONTAINER: " + command);
  }

  @Test
  void aKernelWithoutPerfEventsHasNone() throws IOException {
    machine.filtered();
    assertThat(commands(Obstacle.NO_SYSTEM_CALL)).isEmpty();
  }

  @Test
  void aFilterThatSaysSoIsChanged() throws IOException {
    machine.filtered().paranoid(2);
    assertThat(commands(Obstacle.NO_SYSTEM_CALL))
        .containsExactly("SERVICE: SystemCallFilter=perf_event_open");
  }

  @Test
  void eachPmuIsOpenedToRdpmc() throws IOException {
    machine.file("sys/bus/event_source/devices/cpu_core/rdpmc", "0\n");
    machine.file("sys/bus/event_source/devices/cpu_atom/rdpmc", "0\n");
    assertThat(commands(Obstacle.NO_USER_ACCESS))
        .containsExactly(
            "HERE: echo 1 >/sys/bus/event_source/devices/cpu_atom/rdpmc",
            "HERE: echo 1 >/sys/bus/event_source/devices/cpu_core/rdpmc");
  }

  @Test
  void armsSettingAllowsReads() throws IOException {
    machine.file("proc/sys/kernel/perf_user_access", "0\n");
    assertThat(commands(Obstacle.NO_USER_ACCESS))
        .containsExactly("HERE: sysctl -w kernel.perf_user_access=1");
  }

  @Test
  void whereItIsAllowedAlreadyOthersHoldTheCounters() throws IOException {
    machine.file("proc/sys/kernel/perf_user_access", "1\n");
    assertThat(commands(Obstacle.NO_USER_ACCESS)).singleElement().asString().contains("find /proc");
  }

  @Test
  void anOldKernelHasNoSetting() {
    assertThat(commands(Obstacle.NO_USER_ACCESS)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"TAKEN", "SHARED"})
  void whoHoldsTheCountersIsFound(Obstacle obstacle) throws IOException {
    machine.file("proc/sys/kernel/nmi_watchdog", "1\n");
    assertThat(commands(obstacle))
        .containsExactly(
            "HERE: sysctl -w kernel.nmi_watchdog=0",
            "HERE: find /proc/[0-9]*/fd -lname 'anon_inode:\\[perf_event\\]'"
                + " # and stop these processes");
  }

  @Test
  void aVirtualPmuThatStandsStillIsItsHostsAffair() {
    assertThat(commands(Obstacle.STANDS_STILL))
        .hasSize(2)
        .allMatch(command -> command.startsWith("VIRTUAL_MACHINES_HOST: "));
  }

  @ParameterizedTest
  @CsvSource({
    "TOO_MANY_FILES, SHELL: ulimit -n 65536",
    "LOCKED_MEMORY, HERE: sysctl -w kernel.perf_event_mlock_kb=4128",
    "NO_LIBRARY, JVM: -Dorg.cyclecounter.native.directory=DIRECTORY",
    "NOT_PROBED, JVM: -Dorg.cyclecounter.isolation=none"
  })
  void limitsAndOptions(Obstacle obstacle, String command) {
    assertThat(commands(obstacle)).containsExactly(command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Google Compute Engine | machineType: c4-TYPE or c4a-TYPE, advancedMachineFeatures:"
            + " {performanceMonitoringUnit: ARCHITECTURAL}",
        "Amazon EC2            | aws ec2 run-instances --instance-type TYPE.metal",
        "VMware7,1             | vpmc.enable = \"TRUE\"",
        "Virtual Machine       | Set-VMProcessor NAME -Perfmon @(\"pmu\")",
        "HVM domU, Xen         | qemu-system-x86_64 -accel kvm -cpu host,pmu=on",
        "Xen                   | vpmu=ipc",
        "KVM                   | qemu-system-x86_64 -accel kvm -cpu host,pmu=on",
        "Standard PC           | qemu-system-x86_64 -accel kvm -cpu host,pmu=on"
      })
  void eachHypervisorHasItsSetting(String product, String setting) throws IOException {
    machine.underHypervisor().file("sys/class/dmi/id/product_name", product + "\n");
    assertThat(commands(Obstacle.NO_PMU)).containsExactly("HYPERVISOR: " + setting);
  }

  @ParameterizedTest
  @CsvSource({"VirtualBox", "Parallels", "BHYVE"})
  void aHypervisorWithoutAPmuForItsGuestsHasNone(String product) throws IOException {
    machine.underHypervisor().file("sys/class/dmi/id/product_name", product + "\n");
    assertThat(commands(Obstacle.NO_PMU)).isEmpty();
  }

  @Test
  void aMachineWithoutAHypervisorAndAPmuHasNoSetting() {
    assertThat(commands(Obstacle.NO_PMU)).isEmpty();
  }

  @Test
  void whereNothingTellsOfAHypervisorItsSettingIsNamed() throws IOException {
    machine.architecture("aarch64").file("proc/cpuinfo", "CPU part\t: 0xd0c\n");
    assertThat(commands(Obstacle.NO_PMU))
        .containsExactly("HYPERVISOR: qemu-system-aarch64 -accel kvm -cpu host,pmu=on");
  }

  @Test
  void onlyABetterKindIsAdvised() throws IOException {
    machine
        .paranoid(3)
        .works("amd64-pmc", ON_CORE, Verdict.SELECTED, ScriptedMachine.measured(8))
        .rejects("other", ON_CORE, Obstacle.NOT_PERMITTED)
        .rejects("amd64-tsc", OFF_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().advice()).isEmpty();
    assertThat(machine.diagnosis().sentence())
        .isEqualTo(
            "amd64-pmc is in use: cycles of the core, 8.0 ns a read. Nothing better is possible"
                + " here.");
  }

  @Test
  void withoutAnObstacleNothingIsAdvised() throws IOException {
    machine.paranoid(3);
    assertThat(commands(null)).isEmpty();
  }

  @Test
  void aPerfEventReadByASystemCallIsBetterInTheNewerReleaseOnly() throws IOException {
    machine.paranoid(3).usesTsc().rejects("default-perfevent", OFF_CORE, Obstacle.NOT_PERMITTED);
    machine.which(Counted.USER_CYCLES, "read(2)");
    assertThat(machine.diagnosis().advice()).isEmpty();
    Diagnosis newer =
        Doctor.examine(machine.report(), machine, machine.facts(), Scoring.LIBCPUCYCLES_20260901);
    assertThat(newer.advice()).singleElement();
    assertThat(newer.advice().get(0).gives())
        .startsWith("the thread's core cycles in user mode, by a system call, instead of ticks");
    assertThat(newer.sentence()).endsWith("A better counter is possible:");
  }

  @Test
  void ofACounterWhoseSourceWasNotAskedTheKindIsSaid() {
    machine.usesTsc().rejects("theirs", ON_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().advice().get(0).gives())
        .startsWith("cycles of the core, without a system call, instead of ticks");
  }

  @Test
  void whatIsInUseIsWhatItsSourceSays() {
    machine.works("default-perfevent", OFF_CORE, Verdict.SELECTED, ScriptedMachine.measured(900));
    machine.which(Counted.USER_CYCLES, "read(2)");
    assertThat(machine.diagnosis().sentence())
        .startsWith("default-perfevent is in use: cycles of the core, 900.0 ns a read.");
  }

  @Test
  void aClockMakesWayForTheTimeStampCounter() {
    machine
        .works(
            "default-monotonic", FIXED_RESOLUTION, Verdict.SELECTED, ScriptedMachine.measured(40))
        .rejects("amd64-tsc", OFF_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().advice())
        .singleElement()
        .satisfies(
            advice ->
                assertThat(advice.gives())
                    .isEqualTo(
                        "ticks of a constant-rate clock, without a system call, instead of time,"
                            + " scaled to cycles"));
  }

  @Test
  void aRegisterThatIsReadWithoutAnEventIsNotAdvised() {
    machine.usesTsc().rejects("amd64-rdpru", ON_CORE, Obstacle.NO_LIBRARY);
    assertThat(machine.diagnosis().advice()).isEmpty();
  }

  @Test
  void oneRemedyMayServeSeveral() throws IOException {
    machine
        .paranoid(3)
        .usesTsc()
        .rejects("amd64-pmc", ON_CORE, Obstacle.NOT_PERMITTED)
        .rejects("amd64-perfpmc", ON_CORE, Obstacle.NOT_PERMITTED);
    Diagnosis diagnosis = machine.diagnosis();
    assertThat(diagnosis.advice())
        .extracting(Advice::counter)
        .containsExactly("amd64-pmc", "amd64-perfpmc");
    assertThat(diagnosis.advice().get(1).hasSameRemedyAs(diagnosis.advice().get(0))).isTrue();
    assertThat(diagnosis.sentence()).endsWith(". 2 better counters are possible:");
  }
}

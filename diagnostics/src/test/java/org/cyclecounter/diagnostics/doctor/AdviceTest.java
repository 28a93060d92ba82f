// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice: the counters, and the commands. */
class AdviceTest {

  @TempDir Path root;

  private final String javaHome = System.getProperty("java.home");

  private ScriptedMachine machine;

  @BeforeEach
  void write() throws IOException {
    machine = new ScriptedMachine(root);
  }

  @AfterEach
  void restore() {
    System.setProperty("java.home", javaHome);
  }

  private List<String> commands(Obstacle obstacle) {
    machine.usesTsc().rejects("amd64-pmc", ON_CORE, obstacle);
    Diagnosis diagnosis = machine.which(Counted.USER_CYCLES, "RDPMC").diagnosis();
    if (diagnosis.advice().isEmpty()) {
      assertThat(diagnosis.sentence()).endsWith("Nothing better is possible here.");
      return List.of();
    }
    Advice advice = diagnosis.advice().get(0);
    assertThat(advice.obstacle()).isEqualTo(obstacle);
    assertThat(advice.remedy().costs()).isNotBlank();
    assertThat(advice.problem()).isNotBlank();
    assertThat(advice.benefit())
        .isEqualTo(
            "the thread's core cycles in user mode, without a system call, instead of ticks of a"
                + " constant-rate clock");
    return advice.remedy().commands().stream()
        .map(command -> command.place() + ": " + command.text())
        .toList();
  }

  /** Files of the machine and the commands, each of which are separated by semicolons. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // A level that forbids counting is lowered, and one that allows it is left alone.
        "NOT_PERMITTED | paranoid=3 | HERE: sysctl -w kernel.perf_event_paranoid=2",
        "NOT_PERMITTED | paranoid=2 | `HERE: journalctl -k --grep='denied|DENIED'`",
        "NOT_PERMITTED | paranoid=4; capable | SERVICE: SystemCallFilter=perf_event_open",
        // A container may need both a level and a capability; each engine has its flag.
        "NOT_PERMITTED | paranoid=3; filtered; .dockerenv | HOST: sysctl -w"
            + " kernel.perf_event_paranoid=2; CONTAINER: docker run --cap-add PERFMON IMAGE",
        "FILTER_KILLS | paranoid=2; filtered; run/.containerenv | CONTAINER: podman run --cap-add"
            + " PERFMON IMAGE",
        "FILTER_KILLS | paranoid=2; filtered; run/secrets/kubernetes.io | CONTAINER:"
            + " securityContext: {capabilities: {add: [\"PERFMON\"]}}",
        // Without a level the kernel has no such call, with one the filter.
        "NO_SYSTEM_CALL | filtered | -",
        "NO_SYSTEM_CALL | filtered; paranoid=2 | SERVICE: SystemCallFilter=perf_event_open",
        "NO_USER_ACCESS | PMUS/cpu_core/rdpmc=0; PMUS/cpu_atom/rdpmc=0 | HERE: echo 1"
            + " >/PMUS/cpu_atom/rdpmc; HERE: echo 1 >/PMUS/cpu_core/rdpmc",
        "NO_USER_ACCESS | KERNEL/perf_user_access=0 | HERE: sysctl -w kernel.perf_user_access=1",
        "NO_USER_ACCESS | KERNEL/perf_user_access=1 | HERE: FIND", // others hold the counters
        "NO_USER_ACCESS | - | -", // an old kernel has no setting
        "TAKEN | KERNEL/nmi_watchdog=1 | HERE: sysctl -w kernel.nmi_watchdog=0; HERE: FIND",
        "SHARED | KERNEL/nmi_watchdog=1 | HERE: sysctl -w kernel.nmi_watchdog=0; HERE: FIND",
        "STANDS_STILL | - | VIRTUAL_MACHINES_HOST: sysctl -w kernel.nmi_watchdog=0;"
            + " VIRTUAL_MACHINES_HOST: FIND",
        "TOO_MANY_FILES | - | SHELL: ulimit -n 65536",
        "SYSTEM_FILES | - | HERE: sysctl -w fs.file-max=1000000",
        "LOCKED_MEMORY | - | HERE: sysctl -w kernel.perf_event_mlock_kb=4128",
        "NO_LIBRARY | - | JVM: -Dorg.cyclecounter.native.directory=DIRECTORY",
        "NATIVE_ACCESS | - | JVM: --enable-native-access=ALL-UNNAMED",
        // Reading unprobed is the last remedy of all.
        "NO_LAUNCHER | java.home= | `LAST_RESORT: UNPROBED`",
        "NO_LAUNCHER | java.home=nowhere | `IMAGE: jpackage --jlink-options '--strip-debug"
            + " --no-header-files --no-man-pages'; LAST_RESORT: UNPROBED`",
        "NO_LAUNCHER | - | HERE: chmod a+x JAVA/bin/java JAVA/lib/jspawnhelper; LAST_RESORT:"
            + " UNPROBED",
        "NOT_PROBED | - | SHELL: ulimit -u 65536; LAST_RESORT: UNPROBED",
        "NOT_PROBED | filtered | SERVICE: SystemCallFilter=@process; LAST_RESORT: UNPROBED",
        "NOT_PROBED | filtered; .dockerenv | CONTAINER: docker run --pids-limit -1 IMAGE;"
            + " LAST_RESORT: UNPROBED",
        "NOT_PROBED | run/.containerenv | CONTAINER: podman run --pids-limit -1 IMAGE;"
            + " LAST_RESORT: UNPROBED",
        "NO_PMU | - | -", // without a hypervisor
      })
  void obstacleHasTheCommandsThatRemoveIt(Obstacle obstacle, String files, String commands)
      throws IOException {
    for (String file : expanded(files).split("; ")) {
      String[] parts = (file + "=").split("=");
      String text = parts.length > 1 ? parts[1] + "\n" : "";
      switch (parts[0]) {
        case "-" -> {}
        case "paranoid" -> machine.file("proc/sys/kernel/perf_event_paranoid", text);
        case "filtered" -> machine.filtered();
        case "java.home" -> System.setProperty("java.home", text.strip());
        case "capable" ->
            machine.file("proc/self/status", "CapEff:\t0000004000000000\nSeccomp:\t2\n");
        default -> machine.file(parts[0], text);
      }
    }
    String expected = commands.equals("-") ? "" : expanded(commands);
    assertThat(String.join("; ", commands(obstacle))).isEqualTo(expected);
  }

  private String expanded(String text) {
    return text.replace("JAVA/", javaHome + "/")
        .replace("PMUS", "sys/bus/event_source/devices")
        .replace("KERNEL", "proc/sys/kernel")
        .replace("UNPROBED", "-Dorg.cyclecounter.isolation=none")
        .replace(
            "FIND",
            "find /proc/[0-9]*/fd -lname 'anon_inode:\\[perf_event\\]' # and stop these"
                + " processes");
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
        "Standard PC           | qemu-system-x86_64 -accel kvm -cpu host,pmu=on",
        "VirtualBox            | -",
        "Parallels             | -",
        "BHYVE                 | -"
      })
  void hypervisorHasItsSettingForAPmu(String product, String setting) throws IOException {
    machine.underHypervisor().file("sys/class/dmi/id/product_name", product + "\n");
    String expected = setting.equals("-") ? "" : "HYPERVISOR: " + setting;
    assertThat(String.join("; ", commands(Obstacle.NO_PMU))).isEqualTo(expected);
  }

  @Test
  void namesSettingWithoutTraceOfHypervisor() throws IOException {
    machine.architecture("aarch64").file("proc/cpuinfo", "CPU part\t: 0xd0c\n");
    assertThat(commands(Obstacle.NO_PMU))
        .containsExactly("HYPERVISOR: qemu-system-aarch64 -accel kvm -cpu host,pmu=on");
  }

  @Test
  void advisesBetterKindOnly() throws IOException {
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
  void advisesNothingWithoutObstacle() throws IOException {
    machine.paranoid(3);
    assertThat(commands(null)).isEmpty();
  }

  @Test
  void ranksPerfEventReadBySystemCallHigherInNewerReleaseOnly() throws IOException {
    machine.paranoid(3).usesTsc().rejects("default-perfevent", OFF_CORE, Obstacle.NOT_PERMITTED);
    machine.which(Counted.USER_CYCLES, "read(2)");
    assertThat(machine.diagnosis().advice()).isEmpty();
    Diagnosis newer =
        Doctor.examine(machine.report(), machine, machine.facts(), Scoring.LIBCPUCYCLES_20260901);
    assertThat(newer.advice()).singleElement();
    assertThat(newer.advice().get(0).benefit())
        .startsWith("the thread's core cycles in user mode, by a system call, instead of ticks");
    assertThat(newer.sentence()).endsWith("A better counter is possible:");
  }

  @Test
  void saysKindOfCounterWhoseSourceWasNotAsked() {
    machine.usesTsc().rejects("theirs", ON_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().advice().get(0).benefit())
        .startsWith("cycles of the core, without a system call, instead of ticks");
  }

  @Test
  void namesCounterInUseAsItsSourceSays() {
    machine.works("default-perfevent", OFF_CORE, Verdict.SELECTED, ScriptedMachine.measured(900));
    machine.which(Counted.USER_CYCLES, "read(2)");
    assertThat(machine.diagnosis().sentence())
        .startsWith("default-perfevent is in use: cycles of the core, 900.0 ns a read.");
  }

  @Test
  void clockMakesWayForTheTimeStampCounter() {
    machine
        .works(
            "default-monotonic", FIXED_RESOLUTION, Verdict.SELECTED, ScriptedMachine.measured(40))
        .rejects("amd64-tsc", OFF_CORE, Obstacle.NOT_PROBED);
    assertThat(machine.diagnosis().advice())
        .extracting(Advice::benefit)
        .containsExactly(
            "ticks of a constant-rate clock, without a system call, instead of time, scaled to"
                + " cycles");
  }

  @Test
  void advisesNoRegisterThatIsReadWithoutEvent() {
    machine.usesTsc().rejects("amd64-rdpru", ON_CORE, Obstacle.NO_LIBRARY);
    assertThat(machine.diagnosis().advice()).isEmpty();
  }

  @Test
  void remedyMayServeSeveralCounters() throws IOException {
    machine
        .paranoid(3)
        .usesTsc()
        .rejects("amd64-pmc", ON_CORE, Obstacle.NOT_PERMITTED)
        .rejects("amd64-perfpmc", ON_CORE, Obstacle.NOT_PERMITTED);
    Diagnosis diagnosis = machine.diagnosis();
    assertThat(diagnosis.advice())
        .extracting(Advice::counter)
        .containsExactly("amd64-pmc", "amd64-perfpmc");
    assertThat(diagnosis.advice().get(1).need()).isEqualTo(diagnosis.advice().get(0).need());
    assertThat(diagnosis.sentence()).endsWith(". 2 better counters are possible:");
  }
}

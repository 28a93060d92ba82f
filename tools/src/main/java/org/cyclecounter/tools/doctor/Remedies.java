// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Obstacle;
import org.cyclecounter.tools.doctor.Command.Place;
import org.cyclecounter.tools.machine.Known;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.machine.Virtualization;

/** What takes an obstacle out of the way on a machine, and what that costs in security. */
final class Remedies {

  /** From here on nobody counts without a capability: distributions' own patch. */
  private static final long HIGHEST_PARANOID = 2;

  /** In KiB for each processor: eight times the kernel's own default. */
  private static final int LOCKED_KIB = 4128;

  static final String NO_COST = "nothing";

  /** An event's descriptor is a link of this name: proc_pid_fd(5). */
  private static final String FIND_EVENTS =
      "find /proc/[0-9]*/fd -lname 'anon_inode:\\[perf_event\\]' # and stop these processes";

  private static final String FINER_TIMING =
      "programs get a finer clock, which timing attacks need (Flush+Reload, Spectre); other"
          + " users' programs are not counted";

  private static final String PMU_COSTS =
      "the guest gets a finer clock for timing attacks; the host lends hardware counters, and its"
          + " hypervisor has a larger attack surface";

  private static final String XEN_COSTS =
      PMU_COSTS + "; Xen's own manual advises against it in production (XSA-163)";

  private Remedies() {}

  static Remedy of(Obstacle obstacle, MachineFacts machine) {
    return switch (obstacle) {
      case NO_PMU -> virtualPmu(machine);
      case NOT_PERMITTED, NO_SYSTEM_CALL, FILTER_KILLS -> permission(obstacle, machine);
      case NO_USER_ACCESS -> userAccess(machine);
      case TAKEN, SHARED -> pmu(machine);
      case STANDS_STILL ->
          new Remedy(
              List.of(
                  new Command(Place.VIRTUAL_MACHINES_HOST, Cautions.WATCHDOG_OFF),
                  new Command(Place.VIRTUAL_MACHINES_HOST, FIND_EVENTS)),
              Cautions.WATCHDOG_COSTS);
      case TOO_MANY_FILES -> Remedy.of(Place.SHELL, "ulimit -n 65536", NO_COST);
      case LOCKED_MEMORY ->
          Remedy.of(
              kernel(machine),
              "sysctl -w kernel.perf_event_mlock_kb=" + LOCKED_KIB,
              "every user may lock that many KiB for each processor");
      case NO_LIBRARY ->
          Remedy.of(
              Place.JVM,
              "-Dorg.cyclecounter.native.directory=DIRECTORY",
              "nothing, if DIRECTORY lets programs be executed and only this user may write to it");
      case NOT_PROBED ->
          Remedy.of(
              Place.JVM,
              "-Dorg.cyclecounter.isolation=none",
              "no security cost; a counter that crashes ends the whole JVM");
    };
  }

  /** Where a setting of the kernel is changed: /proc/sys is read-only in most containers. */
  static Place kernel(MachineFacts machine) {
    return isInContainer(machine) ? Place.HOST : Place.HERE;
  }

  private static boolean isInContainer(MachineFacts machine) {
    Known<String> container = machine.surroundings().container();
    return container.isKnown() && !container.is("none");
  }

  private static Remedy permission(Obstacle obstacle, MachineFacts machine) {
    List<Command> commands = new ArrayList<>();
    String costs = FINER_TIMING;
    boolean isFiltered = machine.perf().seccomp().is(true);
    long paranoid = machine.perf().paranoid().orElse(0L);
    boolean isBound = !machine.perf().isPrivileged().is(true);
    if (obstacle == Obstacle.NOT_PERMITTED && isBound && paranoid > HIGHEST_PARANOID) {
      commands.add(
          new Command(kernel(machine), "sysctl -w kernel.perf_event_paranoid=" + HIGHEST_PARANOID));
      costs = "each user may count user-mode events of that user's own processes; " + costs;
    }
    boolean isCallThere =
        obstacle != Obstacle.NO_SYSTEM_CALL || machine.perf().paranoid().isKnown();
    if (isFiltered && isCallThere) {
      commands.add(filter(machine));
      costs = "perf_event_open reaches a part of the kernel that has had security holes; " + costs;
    }
    if (commands.isEmpty() && obstacle == Obstacle.NOT_PERMITTED && !isFiltered) {
      // Neither the level nor a filter, so a security module: it logs what it refuses.
      commands.add(new Command(kernel(machine), "journalctl -k --grep='denied|DENIED'"));
      costs = "to look, nothing; the rule to add depends on the security module";
    }
    return new Remedy(commands, costs);
  }

  /** Docker 23 and newer, and the Podman of 2026, let CAP_PERFMON through: moby pull 43987. */
  private static Command filter(MachineFacts machine) {
    return switch (machine.surroundings().container().orElse("none")) {
      case "Docker" -> new Command(Place.CONTAINER, "docker run --cap-add PERFMON IMAGE");
      case "Podman" -> new Command(Place.CONTAINER, "podman run --cap-add PERFMON IMAGE");
      case "Kubernetes" ->
          new Command(Place.CONTAINER, "securityContext: {capabilities: {add: [\"PERFMON\"]}}");
      default -> new Command(Place.SERVICE, "SystemCallFilter=perf_event_open");
    };
  }

  private static Remedy userAccess(MachineFacts machine) {
    Known<Long> rdpmc = machine.perf().rdpmc();
    Known<Long> access = machine.perf().userAccess();
    if (rdpmc.is(0L)) {
      List<Command> commands = new ArrayList<>();
      for (String pmu : machine.perf().corePmus().orElse(List.of())) {
        commands.add(
            new Command(
                kernel(machine), "echo 1 >/sys/bus/event_source/devices/" + pmu + "/rdpmc"));
      }
      return new Remedy(
          commands,
          "a process that has a perf event may read the core's counters by an instruction; "
              + FINER_TIMING);
    }
    if (access.is(0L)) {
      return Remedy.of(
          kernel(machine),
          "sysctl -w kernel.perf_user_access=1",
          "a process may read the counters of its own perf events by an instruction; "
              + FINER_TIMING);
    }
    return access.isKnown() || rdpmc.isKnown() ? pmu(machine) : Remedy.NONE;
  }

  /** Others hold the hardware counters. */
  private static Remedy pmu(MachineFacts machine) {
    List<Command> commands = new ArrayList<>();
    String costs = "no security cost; their measurements end";
    if (machine.perf().nmiWatchdog().is(true)) {
      commands.add(new Command(kernel(machine), Cautions.WATCHDOG_OFF));
      costs = Cautions.WATCHDOG_COSTS;
    }
    commands.add(new Command(kernel(machine), FIND_EVENTS));
    return new Remedy(commands, costs);
  }

  /**
   * How a virtual machine gets a PMU. Sources: QEMU, target/i386/cpu.c and target/arm/cpu.c,
   * property {@code pmu}; Google, "PMU overview"; Microsoft, "Performance monitoring in a Hyper-V
   * virtual machine"; Broadcom, article 344161; Xen, docs/misc/xen-command-line.pandoc. Amazon's
   * machines with a hypervisor have counters on some types only, and RDPMC is intercepted there.
   */
  private static Remedy virtualPmu(MachineFacts machine) {
    Known<Virtualization> hypervisor = machine.surroundings().hypervisor();
    String emulated = machine.processor().architecture().replace("x86-64", "x86_64");
    return switch (hypervisor.orElse(Virtualization.OTHER)) {
      case KVM, QEMU, OTHER ->
          set("qemu-system-" + emulated + " -accel kvm -cpu host,pmu=on", PMU_COSTS);
      case AMAZON_EC2 ->
          set(
              "aws ec2 run-instances --instance-type TYPE.metal",
              "no security cost; a whole machine is rented");
      case GOOGLE ->
          set(
              "machineType: c4-TYPE or c4a-TYPE,"
                  + " advancedMachineFeatures: {performanceMonitoringUnit: ARCHITECTURAL}",
              PMU_COSTS);
      case HYPER_V -> set("Set-VMProcessor NAME -Perfmon @(\"pmu\")", PMU_COSTS);
      case VMWARE -> set("vpmc.enable = \"TRUE\"", PMU_COSTS);
      case XEN -> set("vpmu=ipc", XEN_COSTS);
      // They have no PMU for a guest, or nobody has written down how it is had.
      case NONE, VIRTUALBOX, PARALLELS, BHYVE, APPLE -> Remedy.NONE;
    };
  }

  private static Remedy set(String setting, String costs) {
    return Remedy.of(Place.HYPERVISOR, setting, costs);
  }
}

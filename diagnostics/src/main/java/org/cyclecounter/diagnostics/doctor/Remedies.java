// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.Obstacle;
import org.cyclecounter.diagnostics.doctor.Command.Place;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.machine.MaybeKnown;
import org.cyclecounter.diagnostics.machine.Virtualization;

/**
 * Takes obstacles out of the way on a machine: the commands, and their cost in security.
 *
 * <p>Every command is written for the machine at hand: a setting of the kernel is the host's in a
 * container, a flag is the engine's, a file is the one that this processor's driver has. Commands
 * of hypervisors and engines come from their manuals; this project has run those of the kernel
 * only.
 */
record Remedies(MachineFacts machine) {

  /**
   * The highest level of kernel.perf_event_paranoid at which a user may count that user's own
   * programs. From 3 on, which a patch of Debian, Ubuntu and Android adds, a user needs a
   * capability.
   */
  private static final long HIGHEST_PARANOID = 2;

  /**
   * KiB for each processor and user: eight times the kernel's default, 516, which is 512 and a page
   * of 4 KiB (Documentation/admin-guide/sysctl/kernel.rst). A counting thread needs a page.
   */
  private static final int LOCKED_KIB = 4128;

  private static final String NO_COST = "nothing";

  /**
   * An event's descriptor is a link of this name: proc_pid_fd(5). Root sees the descriptors of all
   * processes, but not events that the kernel itself holds, such as the watchdog's.
   */
  private static final String FIND_EVENTS =
      "find /proc/[0-9]*/fd -lname 'anon_inode:\\[perf_event\\]' # and stop these processes";

  /**
   * System.nanoTime is nearly as fine and open to all (docs/operators.md, "Security"); the cost is
   * said all the same.
   */
  private static final String FINER_TIMING =
      "programs get a finer clock, which timing attacks need (Flush+Reload, Spectre); other"
          + " users' programs are not counted";

  /** Of a guest's PMU: what the guest gains by it, and what its host pays. */
  private static final String PMU_COSTS =
      "the guest gets a finer clock for timing attacks; the host lends hardware counters, and its"
          + " hypervisor has a larger attack surface";

  private static final String XEN_COSTS =
      PMU_COSTS + "; Xen's own manual advises against it in production (XSA-163)";

  /**
   * Returns the remedy; a switch over all constants, so that a new obstacle needs one to compile. A
   * limit is set to a large number: which one a program needs is not known here.
   */
  Remedy of(Obstacle obstacle) {
    return switch (obstacle) {
      case NO_PMU -> virtualPmu();
      case NOT_PERMITTED, NO_SYSTEM_CALL, FILTER_KILLS -> permission(obstacle);
      case NO_USER_ACCESS -> userAccess();
      case TAKEN, SHARED -> pmu();
      case STANDS_STILL ->
          new Remedy(
              List.of(
                  new Command(Place.VIRTUAL_MACHINES_HOST, Warnings.WATCHDOG_OFF),
                  new Command(Place.VIRTUAL_MACHINES_HOST, FIND_EVENTS)),
              Warnings.WATCHDOG_COSTS);
      case TOO_MANY_FILES -> Remedy.of(Place.SHELL, "ulimit -n 65536", NO_COST);
      case SYSTEM_FILES ->
          inKernel("sysctl -w fs.file-max=1000000", "no security cost; the kernel's memory");
      case LOCKED_MEMORY ->
          inKernel(
              "sysctl -w kernel.perf_event_mlock_kb=" + LOCKED_KIB,
              "every user may lock that many KiB for each processor");
      case NO_LIBRARY ->
          Remedy.of(
              Place.JVM,
              "-Dorg.cyclecounter.native.directory=DIRECTORY",
              "nothing, if DIRECTORY lets programs be executed and only this user may write to it");
      case NATIVE_ACCESS ->
          Remedy.of(
              Place.JVM,
              "--enable-native-access="
                  + (Remedies.class.getModule().isNamed() ? "MODULE" : "ALL-UNNAMED"),
              "nothing; the counter's reason in list names MODULE");
      case NO_LAUNCHER -> unprobed(launcher());
      case NOT_PROBED -> unprobed(List.of(processes()));
    };
  }

  /** The setting that reads without a probe is the last: it takes away what protects the JVM. */
  private static Remedy unprobed(List<Command> better) {
    List<Command> commands = new ArrayList<>(better);
    commands.add(new Command(Place.LAST_RESORT, "-Dorg.cyclecounter.isolation=none"));
    return new Remedy(
        commands, "no security cost; by the last one a counter that crashes ends the whole JVM");
  }

  /**
   * Returns the command by which Java's launcher can be executed; none for a native image, which
   * has no Java.
   */
  private static List<Command> launcher() {
    String home = System.getProperty("java.home", "");
    Path java = Path.of(home, "bin", "java");
    if (Files.exists(java)) {
      Path helper = Path.of(home, "lib", "jspawnhelper");
      return List.of(new Command(Place.HERE, "chmod a+x " + java + " " + helper));
    }
    String image = "jpackage --jlink-options '--strip-debug --no-header-files --no-man-pages'";
    return home.isEmpty() ? List.of() : List.of(new Command(Place.IMAGE, image));
  }

  /**
   * The limit or filter of processes. Docker's default filter lets processes be started, its limit
   * may not, and Podman has one by default: docker-run(1), podman-run(1), {@code --pids-limit}.
   * {@code @process}: systemd.exec(5).
   */
  private Command processes() {
    return switch (container()) {
      case "Docker" -> new Command(Place.CONTAINER, "docker run --pids-limit -1 IMAGE");
      case "Podman" -> new Command(Place.CONTAINER, "podman run --pids-limit -1 IMAGE");
      default ->
          isFiltered()
              ? new Command(Place.SERVICE, "SystemCallFilter=@process")
              : new Command(Place.SHELL, "ulimit -u 65536");
    };
  }

  /**
   * A command that changes a setting of the kernel: most containers have /proc/sys read-only.
   *
   * <p>Without a sign of a container it is taken for this system: root of a container that shows
   * none finds the file read-only and nothing changed.
   */
  Command kernel(String command) {
    boolean isInContainer = !container().equals("none");
    return new Command(isInContainer ? Place.HOST : Place.HERE, command);
  }

  Remedy inKernel(String command, String costs) {
    return new Remedy(List.of(kernel(command)), costs);
  }

  private String container() {
    return machine.get(MachineFact.CONTAINER).orElse("none");
  }

  boolean isFiltered() {
    return machine.get(MachineFact.SECCOMP).is("on");
  }

  /** Returns whether the kernel's level alone forbids this process to count. */
  boolean isLevelTooHigh() {
    return machine.number(MachineFact.PARANOID, 0) > HIGHEST_PARANOID
        && !machine.get(MachineFact.PRIVILEGED).is("yes");
  }

  /**
   * The level and a filter may both be in the way, and each is refused by EACCES or EPERM: what is
   * in force here is taken away, in the order in which the kernel checks it. Sources:
   * Documentation/admin-guide/sysctl/kernel.rst, {@code perf_event_paranoid}; perf_event_open(2).
   */
  private Remedy permission(Obstacle obstacle) {
    List<Command> commands = new ArrayList<>();
    String costs = FINER_TIMING;
    boolean isRefused = obstacle == Obstacle.NOT_PERMITTED;
    if (isRefused && isLevelTooHigh()) {
      commands.add(kernel("sysctl -w kernel.perf_event_paranoid=" + HIGHEST_PARANOID));
      costs = "each user may count user-mode events of that user's own processes; " + costs;
    }
    // A kernel without the level has no such call: then no filter hides it.
    boolean isCallThere =
        obstacle != Obstacle.NO_SYSTEM_CALL || machine.get(MachineFact.PARANOID).isKnown();
    if (isFiltered() && isCallThere) {
      commands.add(filter());
      costs = "perf_event_open reaches a part of the kernel that has had security holes; " + costs;
    }
    // Neither the level nor a filter, so a security module: it logs what it refuses.
    return commands.isEmpty() && isRefused && !isFiltered()
        ? inKernel(
            "journalctl -k --grep='denied|DENIED'",
            "to look, nothing; the rule to add depends on the security module")
        : new Remedy(commands, costs);
  }

  /**
   * The flag or setting by which a filter lets the call through. Docker 23 and newer, and the
   * Podman of 2026, let CAP_PERFMON through: moby pull 43987. Kubernetes writes capabilities
   * without CAP_. A service's unit: systemd.exec(5), {@code SystemCallFilter=}; perf_event_open is
   * in its set {@code @debug}, which services are seldom given.
   */
  private Command filter() {
    return switch (container()) {
      case "Docker" -> new Command(Place.CONTAINER, "docker run --cap-add PERFMON IMAGE");
      case "Podman" -> new Command(Place.CONTAINER, "podman run --cap-add PERFMON IMAGE");
      case "Kubernetes" ->
          new Command(Place.CONTAINER, "securityContext: {capabilities: {add: [\"PERFMON\"]}}");
      default -> new Command(Place.SERVICE, "SystemCallFilter=perf_event_open");
    };
  }

  /**
   * Each architecture has one switch: a file of each core PMU on x86
   * (Documentation/ABI/testing/sysfs-bus-event_source-devices), a sysctl on ARM and RISC-V
   * (kernel.rst, {@code perf_user_access}). If it is on already, the event was refused an index of
   * a hardware counter because others hold them. If neither file can be seen nothing is known to
   * help.
   */
  private Remedy userAccess() {
    MaybeKnown<String> rdpmc = machine.get(MachineFact.RDPMC);
    MaybeKnown<String> access = machine.get(MachineFact.USER_ACCESS);
    if (rdpmc.is("0")) {
      return new Remedy(
          Arrays.stream(machine.get(MachineFact.CORE_PMUS).orElse("").split(", "))
              .map(pmu -> kernel("echo 1 >/sys/bus/event_source/devices/" + pmu + "/rdpmc"))
              .toList(),
          "a process that has a perf event may read the core's counters by an instruction; "
              + FINER_TIMING);
    }
    if (access.is("0")) {
      return inKernel(
          "sysctl -w kernel.perf_user_access=1",
          "a process may read the counters of its own perf events by an instruction; "
              + FINER_TIMING);
    }
    return access.isKnown() || rdpmc.isKnown() ? pmu() : Remedy.NONE;
  }

  /** Others hold the hardware counters. The watchdog first, which one command ends. */
  private Remedy pmu() {
    Command find = kernel(FIND_EVENTS);
    return machine.get(MachineFact.NMI_WATCHDOG).is("on")
        ? new Remedy(List.of(kernel(Warnings.WATCHDOG_OFF), find), Warnings.WATCHDOG_COSTS)
        : new Remedy(List.of(find), "no security cost; their measurements end");
  }

  /**
   * The setting that gives a virtual machine a PMU. Sources: QEMU, target/i386/cpu.c and
   * target/arm/cpu.c, property {@code pmu}; Google, "PMU overview"; Microsoft, "Performance
   * monitoring in a Hyper-V virtual machine"; Broadcom, article 344161; Xen,
   * docs/misc/xen-command-line.pandoc. Amazon's machines with a hypervisor have counters on some
   * types only, and RDPMC is intercepted there.
   */
  private Remedy virtualPmu() {
    String emulated = machine.get(MachineFact.ARCHITECTURE).orElse("").replace("-", "_");
    return switch (machine.hypervisor(Virtualization.OTHER)) {
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
      // A line of the machine's .vmx file, while it is off.
      case VMWARE -> set("vpmc.enable = \"TRUE\"", PMU_COSTS);
      // Of Xen's own command line; ipc allows the three events of cycles and instructions only.
      case XEN -> set("vpmu=ipc", XEN_COSTS);
      // They have no PMU for a guest, or the setting is undocumented.
      case NONE, VIRTUALBOX, PARALLELS, BHYVE, APPLE -> Remedy.NONE;
    };
  }

  private static Remedy set(String setting, String costs) {
    return Remedy.of(Place.HYPERVISOR, setting, costs);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {

  private static final String POLICY = "sys/devices/system/cpu/cpufreq/policy";

  @TempDir Path root;

  private String architecture = "x86-64";

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private MachineFacts read() {
    return MachineFacts.read(root, name -> name.equals("os.arch") ? architecture : name + "!");
  }

  private Map<String, String> rows() {
    Map<String, String> rows = new TreeMap<>();
    read().values().forEach((fact, value) -> rows.put(fact.key(), value.text()));
    return rows;
  }

  private Virtualization hypervisor() {
    return read().hypervisor(null);
  }

  @Test
  void readsMachineWithEverything() throws IOException {
    file(
        "proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Some CPU\ncpu MHz\t\t: 2100.5\nflags\t\t: fpu tsc\n"
            + "processor\t: 1\ncpu MHz\t\t: 800.000\n");
    file("proc/sys/kernel/perf_event_paranoid", "4\n");
    file("proc/sys/kernel/nmi_watchdog", "1\n");
    file("proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t2\n");
    file("proc/self/cgroup", "0::/user.slice\n");
    file("proc/self/limits", "Max open files            1024                 4096    files\n");
    file("sys/fs/cgroup/user.slice/memory.max", "536870912\n");
    file("sys/bus/event_source/devices/software/type", "1\n");
    file("sys/bus/event_source/devices/cpu_core/rdpmc", "1\n");
    file("sys/bus/event_source/devices/cpu_atom/rdpmc", "0\n");
    file(POLICY + "0/scaling_governor", "powersave\n");
    file(POLICY + "0/scaling_driver", "intel_pstate\n");
    file(POLICY + "0/scaling_min_freq", "800000\n");
    file(POLICY + "0/scaling_max_freq", "4700000\n");
    file(POLICY + "1/scaling_governor", "performance\n");
    file(POLICY + "1/scaling_driver", "intel_pstate\n");
    file(POLICY + "1/scaling_min_freq", "700000\n");
    file(POLICY + "1/scaling_max_freq", "3600000\n");
    file("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");

    MachineFacts facts = read();
    assertEquals(List.of(2100.5, 800.0), facts.megahertz());
    Map.ofEntries(
            Map.entry(MachineFact.PROCESSOR, "Some CPU"),
            Map.entry(MachineFact.ARCHITECTURE, "x86-64"),
            Map.entry(MachineFact.GOVERNOR, "performance, powersave"),
            Map.entry(MachineFact.DRIVER, "intel_pstate"),
            Map.entry(MachineFact.LOWEST_FREQUENCY, "700 MHz"),
            Map.entry(MachineFact.HIGHEST_FREQUENCY, "4700 MHz"),
            Map.entry(MachineFact.TURBO, "on"),
            Map.entry(MachineFact.PARANOID, "4"),
            Map.entry(MachineFact.NMI_WATCHDOG, "on"),
            Map.entry(MachineFact.CORE_PMUS, "cpu_atom, cpu_core"),
            Map.entry(MachineFact.RDPMC, "0"),
            Map.entry(MachineFact.PRIVILEGED, "no"),
            Map.entry(MachineFact.SECCOMP, "on"),
            Map.entry(MachineFact.HYPERVISOR, "none"),
            Map.entry(MachineFact.CONTAINER, "none"),
            Map.entry(MachineFact.MEMORY_LIMIT, "512 MiB"),
            Map.entry(MachineFact.OPEN_FILES, "1024"))
        .forEach((fact, text) -> assertEquals(MaybeKnown.of(text), facts.get(fact), fact::name));
    assertEquals("os.name! os.version!", rows().get("os"));
    assertEquals(
        "java.vm.name! java.vm.version!, java.vm.vendor!", rows().get("jvm"), "as the page has it");
    assertEquals("4700 MHz", rows().get("highestKhz"));
  }

  @Test
  void saysWhyEachFactIsMissing() {
    MachineFacts facts = read();
    assertEquals(MaybeKnown.of("not mounted"), facts.get(MachineFact.PROC));
    assertEquals(MaybeKnown.of("not mounted"), facts.get(MachineFact.SYS));
    assertEquals(
        MaybeKnown.unknown("/proc/sys/kernel/perf_event_paranoid does not exist"),
        facts.get(MachineFact.PARANOID));
    assertEquals(
        MaybeKnown.unknown("/sys/bus/event_source/devices does not exist"),
        facts.get(MachineFact.CORE_PMUS));
    assertEquals(
        MaybeKnown.unknown("/proc/self/status does not exist"), facts.get(MachineFact.PRIVILEGED));
    for (MaybeKnown<String> fact : facts.values().values()) {
      assertEquals(fact.isKnown(), !fact.text().startsWith("unknown, because "), fact::toString);
    }
    assertEquals("not mounted", rows().get("sys"));
    assertEquals("unknown, because /proc/cpuinfo does not exist", rows().get("processor"));
  }

  @Test
  void saysContentOfFileThatIsNoNumber() throws IOException {
    file("proc/sys/kernel/perf_event_paranoid", "many\n");
    file("proc/sys/kernel/nmi_watchdog", "");
    Files.createDirectories(root.resolve("proc/sys/kernel/perf_user_access"));
    assertEquals(
        "unknown, because /proc/sys/kernel/perf_event_paranoid holds no whole number",
        rows().get("perfEventParanoid"));
    assertEquals(
        "unknown, because /proc/sys/kernel/nmi_watchdog is empty", rows().get("nmiWatchdog"));
    assertEquals(
        "unknown, because /proc/sys/kernel/perf_user_access is not a regular file",
        rows().get("perfUserAccess"));
  }

  @Test
  void capabilitiesCountInTheFirstUserNamespaceOnly() throws IOException {
    file("proc/self/status", "CapEff:\t0000004000000000\n"); // CAP_PERFMON alone
    assertEquals(MaybeKnown.of("yes"), read().get(MachineFact.PRIVILEGED));
    file("proc/self/uid_map", "         0          0 4294967295\n");
    assertEquals(MaybeKnown.of("yes"), read().get(MachineFact.PRIVILEGED));
    file("proc/self/uid_map", "         0       1000          1\n");
    assertEquals(MaybeKnown.of("no"), read().get(MachineFact.PRIVILEGED));
  }

  @Test
  void namesHypervisorAsFarAsFilesGo() throws IOException {
    file("proc/cpuinfo", "flags\t\t: fpu hypervisor tsc\n");
    assertEquals(Virtualization.OTHER, hypervisor());
    file(
        "sys/devices/system/clocksource/clocksource0/available_clocksource",
        "tsc kvm-clock acpi_pm\n");
    assertEquals(Virtualization.KVM, hypervisor());
    file("sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
    assertEquals(Virtualization.AMAZON_EC2, hypervisor());
    file("sys/class/dmi/id/sys_vendor", "Google\n");
    file("sys/class/dmi/id/product_name", "Google Compute Engine\n");
    assertEquals(Virtualization.GOOGLE, hypervisor());
    file("sys/hypervisor/type", "xen\n");
    assertEquals(Virtualization.XEN, hypervisor());
  }

  @Test
  void amazonsMachinesWithoutAHypervisorAreNoVirtualOnes() throws IOException {
    file("proc/cpuinfo", "flags\t\t: fpu tsc\n");
    file("sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
    assertEquals(Virtualization.NONE, hypervisor());
    architecture = "aarch64";
    file("proc/cpuinfo", "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
    file("sys/class/dmi/id/product_name", "m6g.metal\n");
    assertEquals(Virtualization.NONE, hypervisor());
    assertEquals("implementer 0x41, part 0xd0c", rows().get("processor"));
    file("sys/class/dmi/id/product_name", "m6g.large\n");
    assertEquals(Virtualization.AMAZON_EC2, hypervisor());
  }

  @Test
  void emulatorsAndOtherProcessorsHaveADeviceTree() throws IOException {
    architecture = "aarch64";
    assertFalse(read().get(MachineFact.HYPERVISOR).isKnown());
    file("proc/device-tree/compatible", "linux,dummy-virt\0");
    assertEquals(Virtualization.QEMU, hypervisor());
  }

  @Test
  void containersAreKnownByWhatTheirEnginesLeave() throws IOException {
    assertFalse(read().get(MachineFact.CONTAINER).isKnown());
    file("proc/self/cgroup", "1:cpu:/docker/abc\n");
    assertEquals(MaybeKnown.of("Docker"), read().get(MachineFact.CONTAINER));
    file("run/systemd/container", "systemd-nspawn\n");
    assertEquals(MaybeKnown.of("systemd-nspawn"), read().get(MachineFact.CONTAINER));
    file("run/.containerenv", "");
    assertEquals(MaybeKnown.of("Podman"), read().get(MachineFact.CONTAINER));
  }

  @Test
  void hostileTextIsOneShortLine() throws IOException {
    file("proc/cpuinfo", "model name\t: <b>\u001b[31m\u0000" + "x".repeat(10_000) + "\n");
    String row = rows().get("processor");
    assertTrue(row.length() < 250, row);
    assertTrue(row.chars().noneMatch(c -> c < ' '), row);
  }

  @Test
  void readsThisMachine() {
    MachineFacts facts = MachineFacts.read();
    assertEquals(facts.values().size(), rows().size(), "keys differ from each other");
    assertEquals(
        Runtime.getRuntime().availableProcessors(), facts.number(MachineFact.PROCESSORS, 0));
  }
}

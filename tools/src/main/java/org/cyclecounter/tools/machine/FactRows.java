// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.limits.ProviderText;

/** The facts as rows of a table. */
final class FactRows {

  private final List<Fact> rows = new ArrayList<>();

  private FactRows() {}

  static List<Fact> of(MachineFacts machine) {
    FactRows rows = new FactRows();
    rows.add(machine.processor());
    rows.add(machine.surroundings());
    rows.add(machine.perf());
    return List.copyOf(rows.rows);
  }

  private void add(ProcessorFacts processor) {
    add("processor", "Processor", processor.model());
    add("architecture", "Architecture", Known.of(processor.architecture()));
    add("processors", "Processors for this process", Known.of(processor.count()));
    add("frequencyDriver", "Frequency driver", processor.driver());
    add("governor", "Frequency governor", processor.governor());
    add("turbo", "Turbo", onOrOff(processor.turbo()));
    add("lowestKhz", "Lowest frequency allowed", megahertz(processor.lowestKhz()));
    add("highestKhz", "Highest frequency allowed", megahertz(processor.highestKhz()));
  }

  private void add(Surroundings around) {
    add("os", "Operating system", Known.of(around.os()));
    add("jvm", "JVM", Known.of(around.jvm()));
    add("hypervisor", "Hypervisor", around.hypervisor().map(Virtualization::label));
    add("container", "Container", around.container());
    add("clockSource", "Kernel's clock source", around.clockSource());
    add("proc", "/proc", Known.of(around.hasProc() ? "mounted" : "not mounted"));
    add("sys", "/sys", Known.of(around.hasSys() ? "mounted" : "not mounted"));
    add("memoryLimit", "Memory limit of the control group", around.memoryLimit());
    add("openFiles", "Open files allowed", around.openFiles());
  }

  private void add(PerfFacts perf) {
    add(
        "corePmus",
        "Core PMU",
        perf.corePmus().map(names -> names.isEmpty() ? "none" : String.join(", ", names)));
    add("perfEventParanoid", "kernel.perf_event_paranoid", perf.paranoid());
    add("perfUserAccess", "kernel.perf_user_access", perf.userAccess());
    add("rdpmc", "rdpmc of the core PMU", perf.rdpmc());
    add("nmiWatchdog", "NMI watchdog", onOrOff(perf.nmiWatchdog()));
    add("privileged", "CAP_PERFMON or CAP_SYS_ADMIN", yesOrNo(perf.isPrivileged()));
    add("seccomp", "System-call filter (seccomp)", onOrOff(perf.seccomp()));
  }

  private static Known<String> onOrOff(Known<Boolean> value) {
    return value.map(on -> on ? "on" : "off");
  }

  private static Known<String> yesOrNo(Known<Boolean> value) {
    return value.map(is -> is ? "yes" : "no");
  }

  private static Known<String> megahertz(Known<Long> khz) {
    return khz.map(value -> value / 1000 + " MHz");
  }

  private void add(String key, String label, Known<?> value) {
    rows.add(new Fact(key, label, ProviderText.shorten(value.text()), value.isKnown()));
  }
}

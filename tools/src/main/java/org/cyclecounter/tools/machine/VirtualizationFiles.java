// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.List;
import org.cyclecounter.selector.frequency.Hypervisor;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a machine is a virtual one, and whose.
 *
 * <p>Sources: the names that hypervisors give in DMI (systemd, src/basic/virt.c, {@code
 * detect_vm_dmi_vendor}), Xen's {@code /sys/hypervisor/type} (Linux, ABI/stable/
 * sysfs-hypervisor-xen), device trees ({@code linux,dummy-virt} is QEMU's virt machine,
 * hw/arm/virt.c), and the names of paravirtual clocks, which are there without DMI as well.
 */
final class VirtualizationFiles {

  private record Name(String text, Virtualization machine) {}

  private static final String DMI = "/sys/class/dmi/id/";
  private static final List<String> DMI_FILES =
      List.of("product_name", "sys_vendor", "board_vendor", "bios_vendor");

  /** Clouds before what they are made of. */
  private static final List<Name> DMI_NAMES =
      List.of(
          new Name("Google Compute Engine", Virtualization.GOOGLE),
          new Name("Amazon EC2", Virtualization.AMAZON_EC2),
          new Name("VMware", Virtualization.VMWARE),
          new Name("VMW", Virtualization.VMWARE),
          new Name("VirtualBox", Virtualization.VIRTUALBOX),
          new Name("innotek GmbH", Virtualization.VIRTUALBOX),
          new Name("Parallels", Virtualization.PARALLELS),
          new Name("BHYVE", Virtualization.BHYVE),
          new Name("Apple Virtualization", Virtualization.APPLE),
          new Name("Hyper-V", Virtualization.HYPER_V),
          new Name("Virtual Machine", Virtualization.HYPER_V),
          new Name("Xen", Virtualization.XEN),
          new Name("KVM", Virtualization.KVM),
          new Name("OpenStack", Virtualization.KVM),
          new Name("QEMU", Virtualization.QEMU),
          new Name("Bochs", Virtualization.QEMU));

  private static final List<Name> CLOCKS =
      List.of(
          new Name("kvm-clock", Virtualization.KVM),
          new Name("hyperv_clocksource", Virtualization.HYPER_V),
          new Name("xen", Virtualization.XEN));

  private static final String CLOCK_SOURCES =
      "/sys/devices/system/clocksource/clocksource0/available_clocksource";
  private static final String CPUINFO = "/proc/cpuinfo";

  private VirtualizationFiles() {}

  static Known<Virtualization> of(MachineFiles files, boolean isX86) {
    // Amazon's machines without a hypervisor have its name in DMI as well.
    boolean isFlagged = Hypervisor.isShownBy(files.text(CPUINFO).orElse(""));
    if (!isX86 || isFlagged || !files.isThere(CPUINFO)) {
      Virtualization named = named(files);
      if (named != null) {
        return Known.of(named);
      }
    }
    if (isFlagged) {
      return Known.of(Virtualization.OTHER);
    }
    return isX86 && files.isThere(CPUINFO) || files.isThere(DMI + "sys_vendor")
        ? Known.of(Virtualization.NONE)
        : Known.unknown("no file here shows whether a hypervisor is present");
  }

  private static @Nullable Virtualization named(MachineFiles files) {
    if (files.text("/sys/hypervisor/type").is("xen")) {
      return Virtualization.XEN;
    }
    for (String file : DMI_FILES) {
      String text = files.text(DMI + file).orElse("");
      // Amazon's machines without a hypervisor: m6g.metal.
      if (file.equals("product_name") && text.endsWith(".metal")) {
        return Virtualization.NONE;
      }
      for (Name name : DMI_NAMES) {
        if (text.startsWith(name.text())) {
          return name.machine();
        }
      }
    }
    // A device tree's texts end with a zero each.
    String tree = files.text("/proc/device-tree/hypervisor/compatible").orElse("");
    if (tree.contains("kvm") || tree.contains("xen")) {
      return tree.contains("kvm") ? Virtualization.KVM : Virtualization.XEN;
    }
    if (files.text("/proc/device-tree/compatible").orElse("").contains("dummy-virt")) {
      return Virtualization.QEMU;
    }
    String clocks = files.text(CLOCK_SOURCES).orElse("");
    for (Name name : CLOCKS) {
      if (clocks.contains(name.text())) {
        return name.machine();
      }
    }
    return null;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The provider of a virtual machine, as far as its files tell.
 *
 * <p>Sources: the names that hypervisors give in DMI (systemd, src/basic/virt.c, {@code
 * detect_vm_dmi_vendor}), Xen's {@code /sys/hypervisor/type} (Linux, ABI/stable/
 * sysfs-hypervisor-xen), device trees ({@code linux,dummy-virt} is QEMU's virt machine,
 * hw/arm/virt.c), and the names of paravirtual clocks, which are there without DMI as well.
 *
 * <p>Sources are read from the most to the least specific: clouds that run on KVM have their own
 * names in DMI, and KVM's clock besides. DMI's files that only root may read (serial numbers) are
 * not needed.
 */
public enum Virtualization {
  /** No hypervisor: on hardware, or of a kind that hides well. */
  NONE("none", null),
  /** KVM under a name that tells no more: QEMU, Firecracker, a cloud. */
  KVM("KVM", "kvm-clock", "KVM", "OpenStack"),
  /** QEMU, with KVM or without. */
  QEMU("QEMU", null, "QEMU", "Bochs"),
  AMAZON_EC2("Amazon EC2", null, "Amazon EC2"),
  GOOGLE("Google Compute Engine", null, "Google Compute Engine"),
  /** Hyper-V, Azure included. */
  HYPER_V("Hyper-V", "hyperv_clocksource", "Hyper-V", "Virtual Machine"),
  VMWARE("VMware", null, "VMware", "VMW"),
  VIRTUALBOX("VirtualBox", null, "VirtualBox", "innotek GmbH"),
  /** Xen, in its guests and in its first domain alike. */
  XEN("Xen", "xen", "Xen"),
  PARALLELS("Parallels", null, "Parallels"),
  BHYVE("bhyve", null, "BHYVE"),
  APPLE("Apple Virtualization", null, "Apple Virtualization"),
  /** The processor says that there is one, and no file says which. */
  OTHER("unnamed", null);

  private static final String DMI = "/sys/class/dmi/id/";
  private static final List<String> DMI_FILES =
      List.of("product_name", "sys_vendor", "board_vendor", "bios_vendor");
  private static final String CLOCK_SOURCES =
      "/sys/devices/system/clocksource/clocksource0/available_clocksource";
  private static final String CPUINFO = "/proc/cpuinfo";

  private final String label;

  /** Part of a paravirtual clock's name; null for none. */
  private final @Nullable String clock;

  /** The beginnings of its names in DMI, of which none begins another one's. */
  @SuppressWarnings("ImmutableEnumChecker") // List.of's
  private final List<String> dmiNames;

  Virtualization(String label, @Nullable String clock, String... dmiNames) {
    this.label = label;
    this.clock = clock;
    this.dmiNames = List.of(dmiNames);
  }

  /** Returns its name for people. */
  @Override
  public String toString() {
    return label;
  }

  /** Returns the one with a label. */
  static Virtualization labelled(String label) {
    return Arrays.stream(values()).filter(one -> one.label.equals(label)).findAny().orElseThrow();
  }

  public boolean isVirtual() {
    return this != NONE;
  }

  /**
   * Finds the hypervisor. x86 has a flag for it in /proc/cpuinfo ({@code hypervisor}: CPUID 1, ECX
   * bit 31), which hypervisors set unless told not to; other architectures have names only, so
   * without DMI and a device tree nothing is known.
   */
  static MaybeKnown<Virtualization> of(MachineFiles files) {
    boolean tells = files.architecture().startsWith("x86") && files.isThere(CPUINFO);
    String flags = files.line(CPUINFO, "flags").orElse("");
    boolean isFlagged = List.of(flags.split(" ")).contains("hypervisor");
    // Amazon's machines without a hypervisor have its name in DMI as well: the flag goes first.
    Virtualization named = tells && !isFlagged ? null : named(files);
    if (named != null) {
      return MaybeKnown.of(named);
    }
    if (isFlagged) {
      return MaybeKnown.of(OTHER);
    }
    return tells || files.isThere(DMI + "sys_vendor")
        ? MaybeKnown.of(NONE)
        : MaybeKnown.unknown("no file here shows whether a hypervisor is present");
  }

  /**
   * Looks for a name; null where no file has one. A DMI that is there without a known name says
   * nothing: its maker made the board.
   */
  private static @Nullable Virtualization named(MachineFiles files) {
    if (files.text("/sys/hypervisor/type").is("xen")) {
      return XEN;
    }
    for (String file : DMI_FILES) {
      String text = files.text(DMI + file).orElse("");
      // Amazon's machines without a hypervisor, on ARM, which has no flag: m6g.metal.
      if (file.equals("product_name") && text.endsWith(".metal")) {
        return NONE;
      }
      for (Virtualization machine : values()) {
        if (machine.dmiNames.stream().anyMatch(text::startsWith)) {
          return machine;
        }
      }
    }
    // A device tree's texts end with a zero each.
    String tree = files.text("/proc/device-tree/hypervisor/compatible").orElse("");
    if (tree.contains("kvm") || tree.contains("xen")) {
      return tree.contains("kvm") ? KVM : XEN;
    }
    if (files.text("/proc/device-tree/compatible").orElse("").contains("dummy-virt")) {
      return QEMU;
    }
    String clocks = files.text(CLOCK_SOURCES).orElse("");
    return Arrays.stream(values())
        .filter(machine -> machine.clock != null && clocks.contains(machine.clock))
        .findFirst()
        .orElse(null);
  }
}

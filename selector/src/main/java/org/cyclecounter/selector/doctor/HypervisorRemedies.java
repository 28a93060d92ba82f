package org.cyclecounter.selector.doctor;

import org.cyclecounter.selector.doctor.Command.Place;
import org.cyclecounter.selector.machine.Known;
import org.cyclecounter.selector.machine.MachineFacts;
import org.cyclecounter.selector.machine.Virtualization;

/**
 * How a virtual machine gets a PMU. Sources: QEMU, target/i386/cpu.c and target/arm/cpu.c, property
 * {@code pmu}; Google, "PMU overview"; Microsoft, "Performance monitoring in a Hyper-V virtual
 * machine"; Broadcom, article 344161; Xen, docs/misc/xen-command-line.pandoc. Amazon's machines
 * with a hypervisor have counters on some types only, and RDPMC is intercepted there.
 */
final class HypervisorRemedies {

  private static final String COSTS =
      "the guest gets a finer clock for timing attacks; the host lends hardware counters, and its"
          + " hypervisor has a larger attack surface";

  private static final String XEN_COSTS =
      COSTS + "; Xen's own manual advises against it in production (XSA-163)";

  private HypervisorRemedies() {}

  static Remedy of(MachineFacts machine) {
    Known<Virtualization> hypervisor = machine.surroundings().hypervisor();
    String emulated = machine.processor().architecture().replace("x86-64", "x86_64");
    return switch (hypervisor.orElse(Virtualization.OTHER)) {
      case KVM, QEMU, OTHER ->
          set("qemu-system-" + emulated + " -accel kvm -cpu host,pmu=on", COSTS);
      case AMAZON_EC2 ->
          set(
              "aws ec2 run-instances --instance-type TYPE.metal",
              "no security cost; a whole machine is rented");
      case GOOGLE ->
          set(
              "machineType: c4-TYPE or c4a-TYPE,"
                  + " advancedMachineFeatures: {performanceMonitoringUnit: ARCHITECTURAL}",
              COSTS);
      case HYPER_V -> set("Set-VMProcessor NAME -Perfmon @(\"pmu\")", COSTS);
      case VMWARE -> set("vpmc.enable = \"TRUE\"", COSTS);
      case XEN -> set("vpmu=ipc", XEN_COSTS);
      // They have no PMU for a guest, or nobody has written down how it is had.
      case NONE, VIRTUALBOX, PARALLELS, BHYVE, APPLE -> Remedy.NONE;
    };
  }

  private static Remedy set(String setting, String costs) {
    return Remedy.of(Place.HYPERVISOR, setting, costs);
  }
}

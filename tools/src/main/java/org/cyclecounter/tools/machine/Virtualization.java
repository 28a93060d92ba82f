// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

/** Who provides this machine, as far as its files tell. */
public enum Virtualization {
  NONE("none"),
  /** KVM under a name that tells no more: QEMU, Firecracker, a cloud. */
  KVM("KVM"),
  /** QEMU, with KVM or without. */
  QEMU("QEMU"),
  AMAZON_EC2("Amazon EC2"),
  GOOGLE("Google Compute Engine"),
  /** Hyper-V, Azure included. */
  HYPER_V("Hyper-V"),
  VMWARE("VMware"),
  VIRTUALBOX("VirtualBox"),
  XEN("Xen"),
  PARALLELS("Parallels"),
  BHYVE("bhyve"),
  APPLE("Apple Virtualization"),
  /** The processor says that there is one, and no file says which. */
  OTHER("unnamed");

  private final String label;

  Virtualization(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public boolean isVirtual() {
    return this != NONE;
  }
}

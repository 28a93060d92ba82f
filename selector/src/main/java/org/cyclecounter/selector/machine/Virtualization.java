package org.cyclecounter.selector.machine;

/** Who provides this machine, as far as its files tell. */
public enum Virtualization {
  /** No sign of a hypervisor. */
  NONE("none"),
  /** KVM under a name that tells no more: QEMU, Firecracker, a cloud. */
  KVM("KVM"),
  /** QEMU, with KVM or without. */
  QEMU("QEMU"),
  /** A virtual machine of Amazon EC2. */
  AMAZON_EC2("Amazon EC2"),
  /** A virtual machine of Google Compute Engine. */
  GOOGLE("Google Compute Engine"),
  /** Hyper-V, Azure included. */
  HYPER_V("Hyper-V"),
  /** VMware. */
  VMWARE("VMware"),
  /** Oracle VirtualBox. */
  VIRTUALBOX("VirtualBox"),
  /** Xen. */
  XEN("Xen"),
  /** Parallels. */
  PARALLELS("Parallels"),
  /** FreeBSD's bhyve. */
  BHYVE("bhyve"),
  /** Apple's Virtualization framework. */
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

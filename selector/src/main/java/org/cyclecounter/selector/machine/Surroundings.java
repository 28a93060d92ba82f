package org.cyclecounter.selector.machine;

/**
 * What this process runs on, and within which limits.
 *
 * @param os the operating system's name and version, as the JVM gives them
 * @param jvm the JVM's name, version and vendor
 * @param hypervisor whose virtual machine this is
 * @param container what kind of container this is, {@code none} without a sign of one
 * @param clockSource what the kernel's clocks read, such as {@code tsc}
 * @param hasProc whether {@code /proc} is there
 * @param hasSys whether {@code /sys} is there
 * @param memoryLimit what the control group may use, such as {@code 512 MiB}, or {@code none}
 * @param openFiles how many files this process may have open
 */
public record Surroundings(
    String os,
    String jvm,
    Known<Virtualization> hypervisor,
    Known<String> container,
    Known<String> clockSource,
    boolean hasProc,
    boolean hasSys,
    Known<String> memoryLimit,
    Known<String> openFiles) {}

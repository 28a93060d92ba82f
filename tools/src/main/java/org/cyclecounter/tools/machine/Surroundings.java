// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

/**
 * What this process runs on, and within which limits.
 *
 * @param os the operating system's name and version, as the JVM gives them
 * @param container what kind of container this is, {@code none} without a sign of one
 * @param clockSource what the kernel's clocks read, such as {@code tsc}
 * @param memoryLimit what the control group may use, such as {@code 512 MiB}, or {@code none}
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

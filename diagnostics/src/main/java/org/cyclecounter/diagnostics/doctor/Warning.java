// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

/**
 * A reason why counts are doubtful, or will not repeat. Does not change the status of {@code
 * doctor}: what it warns of may be meant so.
 *
 * @param kind its subject, by which the FAQ has its entry
 * @param text a clause for people, without a full stop
 * @param remedy what would change it; often {@link Remedy#NONE}
 */
public record Warning(Kind kind, String text, Remedy remedy) {

  /** The subject of a warning. */
  public enum Kind {
    /**
     * The kernel lowers the frequency while a core has little to do. Core cycles of the same work
     * stay the same; its ticks and its time do not. Source:
     * Documentation/admin-guide/pm/cpufreq.rst, "Generic Scaling Governors".
     */
    GOVERNOR("governor"),
    /**
     * Cores run above their base frequency at times. How far depends on the data processed, too
     * (Hertzbleed: CVE-2022-24436, CVE-2022-23823).
     */
    TURBO("turbo"),
    /**
     * A hypervisor takes the processor away at times. Ticks and time go on; cycles of a virtual PMU
     * may, or may miss some (docs/counting.md).
     */
    VIRTUAL_MACHINE("virtual machine"),
    /**
     * Each read of a counter goes through the hypervisor: 700 ns and more, most of which cycles of
     * user mode do not show.
     */
    TRAPPED_READ("trapped read"),
    /**
     * The kernel's clock is slow to read, or the kernel has given up the time-stamp counter: then
     * it reads a device, such as an HPET, and readings of the counter compare on one core only.
     */
    CLOCK_SOURCE("clock source"),
    /**
     * The kernel's watchdog may hold a hardware counter of each core. Newer kernels have one that
     * needs none: Documentation/admin-guide/lockup-watchdogs.rst.
     */
    NMI_WATCHDOG("NMI watchdog"),
    /** Others use the PMU, too: counters are rejected, or a count would be a part of the cycles. */
    SHARED_PMU("shared PMU"),
    /**
     * A filter of system calls is in force: a container's, a service's or a sandbox's. Most let
     * every counter work; the text says what this one does.
     */
    SECCOMP("seccomp"),
    /** The core's frequency changes, or is not the one that ticks are scaled by. */
    MOVING_FREQUENCY("frequency"),
    /** /proc or /sys is not mounted: the other warnings may be missing for that reason alone. */
    HIDDEN_FILES("hidden files");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}

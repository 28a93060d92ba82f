// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.List;

/**
 * A reason why counts are doubtful, or will not repeat.
 *
 * @param commands the commands that would change it; often none
 * @param costs what they cost; empty where there is none
 */
public record Caution(Kind kind, String text, List<Command> commands, String costs) {

  /** The subject of a caution. */
  public enum Kind {
    /** The kernel lowers the frequency while a core has little to do. */
    GOVERNOR("governor"),
    /**
     * Cores run above their base frequency at times. How far depends on the data processed, too
     * (Hertzbleed: CVE-2022-24436, CVE-2022-23823).
     */
    TURBO("turbo"),
    /** A hypervisor takes the processor away at times. */
    VIRTUAL_MACHINE("virtual machine"),
    /** Each read of a counter goes through the hypervisor. */
    TRAPPED_READ("trapped read"),
    /** The kernel's watchdog holds a hardware counter of each core. */
    NMI_WATCHDOG("NMI watchdog"),
    /** Others use the PMU, too. */
    SHARED_PMU("shared PMU"),
    /** A filter of system calls is in force. */
    SECCOMP("seccomp"),
    /** The core's frequency changes, or is not the one that ticks are scaled by. */
    MOVING_FREQUENCY("frequency"),
    /** Files with this information are missing. */
    HIDDEN_FILES("hidden files");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  // Copies the list.
  public Caution {
    commands = List.copyOf(commands);
  }
}

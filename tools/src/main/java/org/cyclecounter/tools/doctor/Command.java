// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

/**
 * A command to run or a setting to make, to the letter.
 *
 * @param text the command or setting; capitals stand for names that the user has to fill in
 */
public record Command(Place place, String text) {

  /** The place that a command is run at. */
  public enum Place {
    /** In a shell of this system, by root. */
    HERE("as root"),
    HOST("as root on the container's host"),
    CONTAINER("where the container is started"),
    /** In the unit of this service: systemd.exec(5). */
    SERVICE("in the service's unit"),
    HYPERVISOR("where the virtual machine is started"),
    VIRTUAL_MACHINES_HOST("as root on the virtual machine's host"),
    JVM("among java's options"),
    SHELL("in the shell that starts java");

    private final String words;

    Place(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }
}

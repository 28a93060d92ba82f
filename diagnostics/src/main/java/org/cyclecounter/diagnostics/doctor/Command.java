// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

/**
 * A command to run or a setting to make, to the letter.
 *
 * <p>Nothing runs it: settings have a price in security, which people are to weigh.
 *
 * @param place where it is to be run or set
 * @param text the command or setting; capitals stand for names that the user has to fill in
 */
public record Command(Place place, String text) {

  /** The place that a command is run at. */
  public enum Place {
    /** In a shell of this system, by root. */
    HERE("as root"),
    /** Containers share their host's kernel, and most see /proc/sys and /sys read-only. */
    HOST("as root on the container's host"),
    /** A flag of the container engine, or a part of the pod's description. */
    CONTAINER("where the container is started"),
    /** In the unit of this service: systemd.exec(5). */
    SERVICE("in the service's unit"),
    /** An option, a setting or a machine type; the guest cannot change it. */
    HYPERVISOR("where the virtual machine is started"),
    /** The machine below the guest: what happens there is invisible to the guest. */
    VIRTUAL_MACHINES_HOST("as root on the virtual machine's host"),
    /** A system property; also in the variable JDK_JAVA_OPTIONS. */
    JVM("among java's options"),
    /** A limit, which processes inherit. */
    SHELL("in the shell that starts java"),
    /** An option of jpackage or jlink, which make a program with its own Java. */
    IMAGE("where the program's image is made"),
    /** A system property, instead of the commands before it. */
    LAST_RESORT("only if that is impossible, among java's options");

    private final String words;

    Place(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }
}

package org.cyclecounter.selector.doctor;

/**
 * What is to be run or set, to the letter.
 *
 * @param place where
 * @param text the command or setting; capitals stand for names that the user has to fill in
 */
public record Command(Place place, String text) {

  /** Where a command is run. */
  public enum Place {
    /** In a shell of this system, by root. */
    HERE("as root"),
    /** In a shell of the system that runs this container, by root. */
    HOST("as root on the container's host"),
    /** Where this container is started. */
    CONTAINER("where the container is started"),
    /** In the unit of this service: systemd.exec(5). */
    SERVICE("in the service's unit"),
    /** Where this virtual machine is started or described. */
    HYPERVISOR("where the virtual machine is started"),
    /** In a shell of the system that runs this virtual machine, by root. */
    VIRTUAL_MACHINES_HOST("as root on the virtual machine's host"),
    /** Among the options of {@code java}. */
    JVM("among java's options"),
    /** In the shell that starts {@code java}. */
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

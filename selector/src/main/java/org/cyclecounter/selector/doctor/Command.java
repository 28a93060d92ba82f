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
    /** In what starts this container. */
    CONTAINER("in what starts the container"),
    /** In what starts this service. */
    SERVICE("in the service's unit"),
    /** In what starts this virtual machine. */
    HYPERVISOR("in what starts the virtual machine"),
    /** Among the options of {@code java}. */
    JVM("among java's options"),
    /** In the shell that starts {@code java}. */
    SHELL("in the shell that starts java");

    private final String words;

    Place(String words) {
      this.words = words;
    }

    /**
     * Where, for people.
     *
     * @return a few words
     */
    public String words() {
      return words;
    }
  }
}

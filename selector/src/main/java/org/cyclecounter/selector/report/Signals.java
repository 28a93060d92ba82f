package org.cyclecounter.selector.report;

/** How a process ended, for people. */
public final class Signals {

  private Signals() {}

  /**
   * A fatal signal, or Windows's exception of the same meaning.
   *
   * @param name such as {@code "SIGILL"}
   * @return the name, with its meaning where that is known
   */
  public static String explain(String name) {
    return switch (name) {
      case "SIGILL", "EXCEPTION_ILLEGAL_INSTRUCTION" ->
          name + ", an illegal (undefined) instruction";
      case "SIGSEGV", "EXCEPTION_ACCESS_VIOLATION" -> name + ", an invalid memory access";
      case "SIGBUS" -> "SIGBUS, an invalid memory access";
      case "SIGFPE" -> "SIGFPE, an arithmetic fault";
      case "SIGSYS" -> "SIGSYS, a system call that a filter (seccomp) forbids";
      default -> name;
    };
  }

  /** The signal that ended a process of this exit status: Java gives 128 and its number. */
  static String ofStatus(int status) {
    return switch (status) {
      case 132 -> "SIGILL";
      case 133 -> "SIGTRAP";
      case 134 -> "SIGABRT";
      case 136 -> "SIGFPE";
      case 137 -> "SIGKILL";
      case 139 -> "SIGSEGV";
      case 159 -> "SIGSYS";
      default -> "";
    };
  }
}

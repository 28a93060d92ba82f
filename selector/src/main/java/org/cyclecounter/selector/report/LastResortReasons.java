// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import org.cyclecounter.spi.nativelib.Platform;

/** The reason for reading a clock or zero where no counter works, and the remedy. */
public final class LastResortReasons {

  /** The surroundings in which counters were looked for; each has another remedy. */
  public enum Surroundings {
    /** The class path or the module path. */
    PATH,
    /** The same, of which a security manager decides what is seen. */
    SECURED_PATH,
    /** An OSGi container. */
    CONTAINER,
    /** Counters were found, but none of those that the settings include. */
    NOT_INCLUDED,
    /** Counters were found and are not to be used, or do not work. */
    NONE_WORKS
  }

  /** Of a selection by a program's call, which only another call repeats. */
  public static final String NO_MEMORY =
      "fallback to System.nanoTime: the heap was full while the counter was being selected; select"
          + " again";

  /** Beginnings of processors' names, and the suffix of the artifact with their counters. */
  private static final String[][] FAMILIES = {
    {"x86", "x86"},
    {"aarch64", "arm"},
    {"arm", "arm"},
    {"ppc", "power"},
    {"riscv", "riscv"},
    {"s390", "misc"},
    {"sparc", "misc"},
    {"mips", "misc"},
    {"loongarch", "misc"}
  };

  private LastResortReasons() {}

  /**
   * Composes the reason in the report.
   *
   * @param isClock true for {@code System.nanoTime}, false for the counter that reads 0
   */
  public static String of(boolean isClock, Surroundings surroundings) {
    return (isClock ? "fallback to System.nanoTime: " : "always 0: ") + reason(surroundings);
  }

  /**
   * Composes the reason of a clock that is read although it was rejected itself, such as {@code
   * default-monotonic} by {@code highResolution=false}.
   *
   * @param rejection its reason as a candidate
   */
  public static String ofRejected(String rejection) {
    return "fallback to System.nanoTime, because nothing else works; rejected itself: " + rejection;
  }

  /**
   * Composes the warning for a program that did not ask for a clock: its readings advance, but they
   * are not cycles, and only the report would say so.
   *
   * @param reason why it is read, and the remedy
   */
  public static String warning(String reason) {
    return "a clock is read instead of a cycle counter: "
        + reason
        + "; see docs/faq.md#clock-instead";
  }

  /** Says why no counter is there to be read, and what to do about it. */
  public static String reason(Surroundings surroundings) {
    String family = family();
    String jars = (family.isEmpty() ? "" : "cyclecounter-" + family + " and ") + "cyclecounter-os";
    return switch (surroundings) {
      case NONE_WORKS -> "no available and permitted counter works; the report gives the reasons";
      case NOT_INCLUDED ->
          "none of the included counters exists here; include one that the command list shows, or"
              + " nothing for all";
      case CONTAINER -> "no counter in the container; install and start the bundles " + jars;
      case SECURED_PATH ->
          "the security manager hides every counter from the selector; its policy must let the"
              + " whole program, not only these JARs, read the JARs "
              + jars
              + " (docs/operators.md, Restricted environments)";
      case PATH ->
          "no counter on the path; add these JARs beside the selector: "
              + jars
              + " (OSGi: start the selector's bundle; jlink: --add-modules "
              + (family.isEmpty() ? "" : "org.cyclecounter." + family + ",")
              + "org.cyclecounter.os)";
    };
  }

  /**
   * Returns the artifact suffix for this processor; empty for one that has no counters of its own,
   * and where a security manager hides {@code os.arch}.
   */
  public static String family() {
    String processor = Platform.current().processor();
    for (String[] family : FAMILIES) {
      if (processor.startsWith(family[0])) {
        return family[1];
      }
    }
    return "";
  }
}

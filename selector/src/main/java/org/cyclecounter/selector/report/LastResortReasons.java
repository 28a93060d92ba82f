// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.List;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.spi.nativelib.Platform;

/** The reason for reading a clock or zero instead of a counter, and the remedy. */
public final class LastResortReasons {

  /** The place where counters were searched for, or what the search found; each has a remedy. */
  public enum Surroundings {
    /** The class path or the module path. */
    PATH,
    /** An OSGi container. */
    CONTAINER,
    /** The settings include no counter that was found. */
    NOT_INCLUDED,
    /** Counters were found and are not to be used, or do not work. */
    NONE_WORKS
  }

  /** Of a selection for which the heap has no room at all. */
  public static final String NO_MEMORY =
      "fallback to System.nanoTime: the heap was full while counters were probed; restart with more"
          + " memory";

  /** Of a selection that code of a counter or a provider makes while it is probed. */
  public static final String NESTED =
      "fallback to System.nanoTime: this selection runs inside another one";

  /** For code that runs during the selection and must not wait for it, such as a provider. */
  public static final String STILL_SELECTING =
      "the monotonic clock is read while the counter is being selected";

  public static final String SELECTION_FAILED =
      "the monotonic clock is read because selection failed; the log says why";

  private LastResortReasons() {}

  public static String selectionFailed(TaskResult<?> selection) {
    String why = Failures.failed("", selection).sentence();
    return "the monotonic clock is read because selection failed: " + why;
  }

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
    String processor = Platform.current().processor();
    String family = Families.artifact(processor);
    String jars = (family.isEmpty() ? "" : family + " and ") + "cyclecounter-os";
    List<String> here = Families.ofOtherProcessorsHere();
    String others =
        here.isEmpty()
            ? ""
            : " for " + processor + " (" + String.join(", ", here) + ": of other processors)";
    return switch (surroundings) {
      case NONE_WORKS -> "no available and permitted counter works; the report gives the reasons";
      case NOT_INCLUDED ->
          "none of the included counters exists here; include one that the command list shows, or"
              + " nothing for all";
      case CONTAINER -> "no counter in the container; install and start the bundles " + jars;
      case PATH ->
          "no counter on the path"
              + others
              + "; add these JARs beside the selector: "
              + jars
              + " (OSGi: start the selector's bundle; jlink: --add-modules "
              + (family.isEmpty() ? "" : Families.module(family) + ",")
              + "org.cyclecounter.os)";
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.time.Duration;

/** What the probe of a counter away from this process adds to its reason. */
public final class IsolationReasons {

  private IsolationReasons() {}

  /** A counter that passed, and what else was seen, often nothing; the end of a sentence. */
  public static String passed(boolean natively, Duration cost, String seen) {
    return "; " + probed(natively, cost) + (seen.isEmpty() ? "" : ", " + seen);
  }

  public static String failed(boolean natively, Duration cost, String reason) {
    return reason + "; " + probed(natively, cost);
  }

  /**
   * A counter that took down what it was probed in; {@code how} is a predicate without its subject.
   */
  public static String died(boolean natively, Duration cost, String how) {
    return probed(natively, cost) + ": it " + how;
  }

  private static String probed(boolean natively, Duration cost) {
    // Not String.format: cold start 3.
    long tenths = (cost.toNanos() + 50_000) / 100_000;
    return (natively ? "probed natively, " : "probed in a child JVM, ")
        + tenths / 10
        + "."
        + tenths % 10
        + " ms";
  }
}

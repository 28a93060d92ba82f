// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * The result of a counter's probe where a crash hurts nobody.
 *
 * @param result whether it opened and gave readings
 * @param reason one sentence: what went wrong and the remedy; of a counter that passed, what else
 *     was seen, often nothing
 * @param natively true for a child, or on Windows a guarded thread, that runs nothing but the
 *     counter's function; false for a child JVM
 * @param obstacle what keeps it from working, where that could be changed; null otherwise
 * @param cost the time it took, a fair share where several were probed together
 */
public record IsolationResult(
    Result result, String reason, boolean natively, @Nullable Obstacle obstacle, Duration cost) {

  /** The verdict. */
  public enum Result {
    /** It can be read. */
    PASSED,
    /** It cannot be used: the reason is the counter's. */
    FAILED,
    /** It ended the process that it was probed in, or never returned. */
    DIED,
    /** It could not be probed this way: the reason is the machine's, or the provider's. */
    NOT_PROBED
  }

  public boolean passed() {
    return result == Result.PASSED;
  }

  public boolean died() {
    return result == Result.DIED;
  }

  /**
   * Returns the reason with the way and the cost, for people; of a counter that passed it begins
   * with {@code "; "}.
   */
  public String sentence() {
    // Not String.format: cold start 3.
    long tenths = (cost.toNanos() + 50_000) / 100_000;
    String way = natively ? "probed natively, " : "probed in a child JVM, ";
    String probed = way + tenths / 10 + "." + tenths % 10 + " ms";
    // Not a switch: cold start 15.
    if (result == Result.PASSED) {
      return "; " + probed + (reason.isEmpty() ? "" : ", " + reason);
    }
    if (result == Result.FAILED) {
      return reason + "; " + probed;
    }
    return result == Result.DIED ? probed + ": it " + reason : reason;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.report.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * The result of a counter's probe in a process, or a guarded thread, that may crash.
 *
 * @param rejection why it did not pass; null if it did
 * @param natively true for a child, or on Windows a guarded thread, that runs nothing but the
 *     counter's function; false for a child JVM
 * @param prints true if its provider wrote to the standard output or error in a child JVM
 * @param obstacle the obstacle that keeps it from working and can be removed; else null
 * @param cost the time it took, without the start of the child JVM, which several may share
 */
public record IsolationResult(
    Result result,
    @Nullable Rejection rejection,
    boolean natively,
    boolean prints,
    @Nullable Obstacle obstacle,
    Duration cost) {

  /** The verdict. */
  public enum Result {
    /** It can be read. */
    PASSED,
    /**
     * It cannot be used: the reason is the counter's. If that {@link Rejection.Code#isPending() is
     * pending}, a first reading cannot afford it, and a report tries it.
     */
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
}

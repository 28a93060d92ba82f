// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import org.jspecify.annotations.Nullable;

/**
 * What became of a task that ran within a time limit: its value, or why there is none. Immutable.
 *
 * @param <T> what the task gives
 * @param value what the task gave; null if it gave null, or nothing
 * @param failure why there is no value; null if the task returned in time
 * @param thrown by the task, or what kept its thread from starting; null otherwise
 * @param limitMs how long the task had, if it timed out
 */
public record TaskResult<T>(
    @Nullable T value, @Nullable Failure failure, @Nullable Throwable thrown, long limitMs) {

  public enum Failure {
    /** The task did not return in time; its thread was interrupted and given up. */
    TIMED_OUT,
    /** The waiting thread was interrupted. */
    INTERRUPTED,
    /** No thread could be started. */
    NO_THREAD,
    THREW
  }

  static <T> TaskResult<T> of(@Nullable T value) {
    return new TaskResult<>(value, null, null, 0);
  }

  static <T> TaskResult<T> failed(Failure failure, @Nullable Throwable thrown) {
    return new TaskResult<>(null, failure, thrown, 0);
  }

  static <T> TaskResult<T> timedOut(long limitMs) {
    return new TaskResult<>(null, Failure.TIMED_OUT, null, limitMs);
  }

  /** Rounded up. */
  public long limitSeconds() {
    return (limitMs + 999) / 1000;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import org.jspecify.annotations.Nullable;

/**
 * The value of a task that ran within a time limit, or why there is none. Immutable.
 *
 * @param <T> the type of the task's value
 * @param value the task's value, which may be null; null if there is none
 * @param failure the reason why there is no value; null if the task returned in time
 * @param thrown the exception of the task, or of the start of its thread; null otherwise
 * @param limitMs the time limit in milliseconds, if the task timed out
 */
public record TaskResult<T>(
    @Nullable T value, @Nullable Failure failure, @Nullable Throwable thrown, long limitMs) {

  /** The reason why there is no value. */
  public enum Failure {
    /** The task did not return in time; its thread was interrupted and given up. */
    TIMED_OUT,
    /** The waiting thread was interrupted. */
    INTERRUPTED,
    /** No thread could be started. */
    NO_THREAD,
    /** The task threw; an {@link Error}, too, is an exception here. */
    THREW
  }
}

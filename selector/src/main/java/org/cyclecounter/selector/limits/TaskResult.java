package org.cyclecounter.selector.limits;

import org.jspecify.annotations.Nullable;

/**
 * What became of a task that ran within a time limit: its value, or why there is none. Immutable.
 *
 * @param <T> what the task gives
 */
public final class TaskResult<T> {

  /** Why there is no value. */
  public enum Failure {
    /** The task did not return in time; its thread was interrupted and given up. */
    TIMED_OUT,
    /** The waiting thread was interrupted. */
    INTERRUPTED,
    /** No thread could be started. */
    NO_THREAD,
    /** The task threw. */
    THREW
  }

  private final @Nullable T value;
  private final @Nullable Failure failure;
  private final @Nullable Throwable thrown;
  private final long limitMs;

  private TaskResult(
      @Nullable T value, @Nullable Failure failure, @Nullable Throwable thrown, long limitMs) {
    this.value = value;
    this.failure = failure;
    this.thrown = thrown;
    this.limitMs = limitMs;
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

  /**
   * How long the task had, if it timed out.
   *
   * @return seconds, rounded up
   */
  public long limitSeconds() {
    return (limitMs + 999) / 1000;
  }

  /**
   * What the task gave.
   *
   * @return null if it gave null, or nothing
   */
  public @Nullable T value() {
    return value;
  }

  /**
   * Why there is no value.
   *
   * @return null if the task returned in time
   */
  public @Nullable Failure failure() {
    return failure;
  }

  /**
   * What the task threw.
   *
   * @return null unless the failure is {@link Failure#THREW} or {@link Failure#NO_THREAD}
   */
  public @Nullable Throwable thrown() {
    return thrown;
  }
}

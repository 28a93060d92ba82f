// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.cyclecounter.selector.support.TaskResult.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A task with its answer, and the condition that it has ended; notifies its own monitor then. The
 * fields of the answer exist from the beginning: after an exception of the task, which may be an
 * {@link OutOfMemoryError}, {@link #run} allocates nothing and resolves no class. No FutureTask:
 * cold start 9.
 */
public final class Task<T> implements Runnable, BooleanSupplier {

  private final Callable<T> task;
  private boolean hasEnded;
  private @Nullable T value;
  private @Nullable Throwable thrown;

  public Task(Callable<T> task) {
    this.task = task;
  }

  @Override
  public void run() {
    T returned = null;
    Throwable e = null;
    try {
      returned = task.call();
    } catch (Throwable any) { // of third-party code
      e = any;
    }
    synchronized (this) {
      value = returned;
      thrown = e;
      hasEnded = true;
      notifyAll();
    }
  }

  @Override
  public synchronized boolean getAsBoolean() {
    return hasEnded;
  }

  /** Returns the value; null if there is none, or none yet. */
  public synchronized @Nullable T value() {
    return value;
  }

  /** Returns the result; a timeout if there is none yet. */
  synchronized TaskResult<T> result(long limitMs) {
    if (!hasEnded) {
      return new TaskResult<>(null, Failure.TIMED_OUT, null, limitMs);
    }
    return new TaskResult<>(value, thrown == null ? null : Failure.THREW, thrown, 0);
  }

  /** Waits for the result without a limit; an interrupt does not end the wait, and is kept. */
  public TaskResult<T> join() {
    TimeLimit.await(this, this, Long.MAX_VALUE);
    return result(Long.MAX_VALUE);
  }
}

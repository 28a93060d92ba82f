package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a task gives or throws, for another thread to wait for. Not a FutureTask, the first use of
 * which costs a starting JVM 2 to 4 ms. Thread-safe.
 */
final class Answer<T> implements Runnable {

  private final Callable<T> task;
  private boolean there;
  private @Nullable T value;
  private @Nullable Throwable thrown;

  Answer(Callable<T> task) {
    this.task = task;
  }

  @Override
  public void run() {
    T given = null;
    Throwable caught = null;
    try {
      given = task.call();
    } catch (Throwable e) { // whatever a stranger throws
      caught = e;
    }
    synchronized (this) {
      value = given;
      thrown = caught;
      there = true;
      notifyAll();
    }
  }

  synchronized boolean isThere() {
    return there;
  }

  /** Waits for it, however long it takes. */
  synchronized T get() throws ExecutionException, InterruptedException {
    while (!there) {
      wait();
    }
    return given();
  }

  /** Waits for it for some time. */
  synchronized T get(long limitMs)
      throws TimeoutException, ExecutionException, InterruptedException {
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    while (!there) {
      long leftMs = (endNs - System.nanoTime() + 999_999) / 1_000_000;
      if (leftMs <= 0) {
        throw new TimeoutException();
      }
      wait(leftMs);
    }
    return given();
  }

  @SuppressWarnings("NullAway") // null only if the task gave null
  private T given() throws ExecutionException {
    if (thrown != null) {
      throw new ExecutionException(thrown);
    }
    return value;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that works for a selection, on one task or on one after another.
 *
 * <p>Hazards: a program finds any thread of the process. It may interrupt them all, which must not
 * cost every counter: an interrupt by another thread does nothing here, unless by {@link #giveUp}.
 * It may hold the thread's monitor: tasks are taken under a private lock, and nothing joins the
 * thread by {@link Thread#join()}, which needs the monitor.
 */
public final class SelectionThread extends Thread {

  /**
   * The selection that the calling thread works for, of which {@code SelectionContext} knows more;
   * null for none. Third-party code hands it on to the threads that it starts.
   */
  public static final ThreadLocal<@Nullable Object> SELECTION = new InheritableThreadLocal<>();

  private final @Nullable Object selection = SELECTION.get();
  private final Object lock = new Object();
  private @Nullable Runnable next;
  private boolean goesOn;
  private volatile boolean isGivenUp;

  /**
   * Creates a thread that works for the selection that the calling thread works for; not started.
   *
   * @param inherits false for a thread that may live long: without the calling thread's other
   *     thread locals and, since Java 19, its context class loader, which would keep the classes of
   *     a program that is unloaded
   */
  public SelectionThread(Runnable task, String name, boolean inherits) {
    super(null, null, name, 0, inherits);
    setDaemon(true);
    next = task;
  }

  /** Creates a thread that inherits all, and waits for more tasks after the first if it goes on. */
  SelectionThread(Runnable task, boolean goesOn) {
    this(task, "cyclecounter-selection", true);
    this.goesOn = goesOn;
  }

  void give(Runnable task) {
    synchronized (lock) {
      next = task;
      lock.notifyAll();
    }
  }

  void end() {
    synchronized (lock) {
      goesOn = false;
      lock.notifyAll();
    }
  }

  /** Interrupts what runs here, which nobody waits for any more. */
  public void giveUp() {
    isGivenUp = true;
    super.interrupt();
  }

  /** Returns true on a thread that has been {@linkplain #giveUp given up}. */
  static boolean isCurrentGivenUp() {
    return currentThread() instanceof SelectionThread thread && thread.isGivenUp;
  }

  /** Does nothing, unless a task interrupts its own thread. */
  @Override
  public void interrupt() {
    if (currentThread() == this) {
      super.interrupt();
    }
  }

  @Override
  public void run() {
    enterSelection();
    for (Runnable task = take(); task != null; task = take()) {
      task.run();
    }
  }

  private void enterSelection() {
    try {
      SELECTION.set(selection);
    } catch (OutOfMemoryError e) {
      return; // the task meets it again, and has an answer for it
    }
  }

  private @Nullable Runnable take() {
    synchronized (lock) {
      while (next == null && goesOn) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          continue; // the task before has interrupted its own thread
        }
      }
      Runnable task = next;
      next = null;
      return task;
    }
  }
}

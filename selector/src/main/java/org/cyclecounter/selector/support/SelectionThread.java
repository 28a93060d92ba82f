// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that works for a selection; it is in the {@link SelectionScope} of the thread
 * that created it.
 *
 * <p>Hazards: a program finds any thread of the process. It may interrupt them all, which must not
 * cost every counter: an interrupt by another thread does nothing here, unless by {@link #giveUp}.
 * It may hold the thread's monitor: nothing joins the thread by {@link Thread#join()}, which needs
 * the monitor.
 */
public final class SelectionThread extends Thread {

  private final @Nullable SelectionScope scope = SelectionScope.CURRENT.get();

  /**
   * Creates a thread for a task; not started.
   *
   * @param inherits false for a thread that may live long: without the calling thread's other
   *     thread locals and, since Java 19, its context class loader, which would keep the classes of
   *     a program that is unloaded
   */
  public SelectionThread(String name, Runnable task, boolean inherits) {
    super(null, task, name, 0, inherits);
    setDaemon(true);
  }

  /** Interrupts a task whose result is no longer wanted. */
  void giveUp() {
    super.interrupt();
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
    try {
      SelectionScope.CURRENT.set(scope);
    } catch (OutOfMemoryError e) {
      // The task will fail again and report it.
    }
    super.run();
  }
}

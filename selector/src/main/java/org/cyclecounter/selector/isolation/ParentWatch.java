// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import org.cyclecounter.selector.natives.SelectorLibrary;

/**
 * Ends this child JVM with its parent even where {@code Runtime.halt} cannot, because a provider
 * keeps the JVM from its next safepoint ({@code parent_watch.c}): on Linux and FreeBSD the kernel
 * ends it, and on Linux, FreeBSD and macOS a thread in C that sees the end of the pipe. Elsewhere,
 * and where the library cannot be loaded, {@link ParentConnection} is alone with it.
 */
final class ParentWatch extends Thread {

  private ParentWatch() {
    super(null, null, "cyclecounter-parent", 0, false);
    setDaemon(true);
  }

  /**
   * Begins to watch, where this platform has a library for it that can be loaded. The calling
   * thread has to live as long as this process.
   */
  static void start(long parent) {
    if (SelectorLibrary.load()) {
      killWithParent((int) parent);
      watchPipe();
    }
  }

  /** Ends this process with the pipe, by a thread in C, which needs no safepoint to do so. */
  static void watchPipe() {
    new ParentWatch().start();
  }

  @Override
  public void run() {
    exitWithPipe();
  }

  /**
   * Asks the kernel to kill this process: on Linux when the thread that started it ends (prctl(2),
   * PR_SET_PDEATHSIG), on FreeBSD when its parent does (procctl(2), PROC_PDEATHSIG_CTL).
   */
  static native void killWithParent(int parent);

  /**
   * Ends this process when its standard input does; returns only where it cannot watch it. Takes
   * nothing from it.
   */
  static native void exitWithPipe();
}

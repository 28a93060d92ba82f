// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.util.concurrent.atomic.AtomicBoolean;

/** Warns of a counter that counts a thread's cycles and is read in a virtual thread. */
final class VirtualThreads {

  private static final AtomicBoolean IS_WARNED = new AtomicBoolean();

  private VirtualThreads() {}

  /** Warns, once in this JVM, if the calling thread is virtual. */
  static void warn(String counter) {
    try {
      if (!(boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread())
          || IS_WARNED.getAndSet(true)) {
        return;
      }
    } catch (ReflectiveOperationException e) {
      return; // a Java before 21
    }
    log(
        counter
            + " is read in a virtual thread: it counts the cycles of one platform thread, and a"
            + " virtual thread moves between several, so a difference of two readings may be"
            + " meaningless or negative. Use a counter of the whole system:"
            + " Builder.minimumScope(Scope.SYSTEM), --scope system or"
            + " -Dorg.cyclecounter.minimumScope=SYSTEM");
  }

  /** Logs on another thread: a logger is third-party code, and this thread is inside a read. */
  private static void log(String warning) {
    Runnable task =
        () -> System.getLogger("org.cyclecounter").log(System.Logger.Level.WARNING, warning);
    Thread thread = new Thread(null, task, "cyclecounter-warning", 0, false);
    thread.setDaemon(false); // unlike a virtual thread, so that a short program shows it, too
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      // no thread available: the reading matters more
    }
  }
}

package org.cyclecounter.spi.nativelib;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Warns of a counter that counts a thread's cycles and is read in a virtual thread. */
final class VirtualThreads {

  /** Of Java 21. */
  private static final @Nullable Method IS_VIRTUAL = isVirtual();

  private static boolean isWarned;

  private VirtualThreads() {}

  private static @Nullable Method isVirtual() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** Warns, once in this JVM, where the calling thread is virtual. */
  static void warn(String counter) {
    try {
      if (IS_VIRTUAL == null || !(boolean) IS_VIRTUAL.invoke(Thread.currentThread())) {
        return;
      }
    } catch (ReflectiveOperationException e) {
      return;
    }
    synchronized (VirtualThreads.class) {
      if (isWarned) {
        return;
      }
      isWarned = true;
    }
    log(
        counter
            + " is read in a virtual thread: it counts the cycles of one platform thread, and a"
            + " virtual thread moves between several, so a difference of two readings may be"
            + " meaningless or negative. Use a counter of the whole system:"
            + " Builder.minimumScope(Scope.SYSTEM), --scope system or"
            + " -Dorg.cyclecounter.minimumScope=SYSTEM");
  }

  /** Elsewhere: a logger runs code of others, and the calling thread is in the middle of a read. */
  private static void log(String warning) {
    Runnable task =
        () -> System.getLogger("org.cyclecounter").log(System.Logger.Level.WARNING, warning);
    Thread thread = new Thread(null, task, "cyclecounter-warning", 0, false);
    thread.setDaemon(false); // unlike a virtual thread, so that a short program shows it, too
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      // no thread can be had: the reading is what matters
    }
  }
}

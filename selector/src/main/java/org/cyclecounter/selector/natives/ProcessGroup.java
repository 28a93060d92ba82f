// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import org.cyclecounter.spi.nativelib.Platform;

/**
 * A child JVM and what it starts, so that all of it can be killed; the C side is {@code
 * process_group.c}. Does nothing on Windows, and where the library cannot be loaded.
 */
public final class ProcessGroup {

  private ProcessGroup() {}

  /**
   * Makes this child JVM a group of its own, which on Linux the kernel kills when the thread that
   * started it ends. The calling thread has to live as long as the process.
   */
  public static void begin() {
    if (isOffered()) {
      enter();
    }
  }

  /**
   * Kills a child and its group, also what a child that has ended has left; not what has begun a
   * group of its own.
   */
  public static void kill(Process child) {
    if (isOffered()) {
      killAll((int) child.pid(), child.isAlive());
    }
    child.destroyForcibly();
  }

  private static boolean isOffered() {
    return !Platform.current().os().equals("win32") && SelectorLibrary.load();
  }

  private static native void enter();

  private static native void killAll(int group, boolean isAlive);
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import org.cyclecounter.selector.support.TimeLimit;

/**
 * Prints the rest of a command's output when its process is ended by Ctrl-C (SIGINT; the JVM's
 * status is 130 then), SIGTERM or SIGHUP. Hazard: the JVM waits for its shutdown hooks, so the hook
 * waits for the printing with a limit, on another thread.
 *
 * <p>Not seen: SIGKILL, {@code Runtime.halt}, a crash of the JVM, and any signal under {@code
 * -Xrs}, which leaves signals to the system. The hooks run at an ordinary end, too, by {@code
 * System.exit}: a normal exit closes this first.
 */
public final class Interruption implements AutoCloseable {

  /** A reader that has stopped reading must not keep an interrupted process alive. */
  private static final long PATIENCE_MS = 5_000;

  private final Thread hook;

  /** Listens until it is closed; the action is run on a new daemon thread. */
  public Interruption(String name, Runnable action) {
    hook = new Thread(() -> act(name, action), name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void act(String name, Runnable action) {
    // The JVM waits for a hook without a limit, and a write to a full pipe does not listen to
    // interrupts.
    Thread printing = new Thread(action, name + ": print");
    printing.setDaemon(true);
    printing.start();
    TimeLimit.join(printing, PATIENCE_MS);
  }

  /** Ends listening: there is nothing left to print. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hooks run already.
    }
  }
}

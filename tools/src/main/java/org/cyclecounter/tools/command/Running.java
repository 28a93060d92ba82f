// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import org.cyclecounter.tools.text.Formatted;

/** The operation that runs, for the message of a command that is interrupted; thread-safe. */
public final class Running {

  private final int total;
  private String name = "";
  private long sinceNs;
  private int ended;

  /** Takes how many operations there are. */
  public Running(int total) {
    this.total = total;
  }

  /** The next operation begins. */
  public synchronized void begin(String operation) {
    name = operation;
    sinceNs = System.nanoTime();
  }

  /** The operation has ended. */
  public synchronized void end() {
    name = "";
    ended++;
  }

  /** Names the operation that was running, in one sentence. */
  public synchronized String interrupted() {
    String state =
        name.isEmpty()
            ? "no operation was running"
            : Formatted.of("%s had run for %.1f s", name, (System.nanoTime() - sinceNs) / 1e9);
    return Formatted.of("Interrupted: %s; %d of %d had ended before.", state, ended, total);
  }
}

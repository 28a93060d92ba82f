// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

/** Waits for threads that end soon, whoever interrupts; the interrupt is kept. */
final class Uninterrupted {

  private Uninterrupted() {}

  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

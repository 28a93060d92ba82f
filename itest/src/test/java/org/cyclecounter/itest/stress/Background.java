// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

/** A thread that does the same again and again, until it fails or is ended. */
abstract class Background extends Thread {

  private final long everyMs;
  private volatile boolean stopped;
  private volatile String problem = "";

  Background(String name, long everyMs) {
    super(name);
    this.everyMs = everyMs;
    setDaemon(true);
  }

  abstract void act() throws Exception;

  @Override
  public void run() {
    try {
      while (!stopped) {
        act();
        long untilNs = System.nanoTime() + everyMs * 1_000_000;
        while (!stopped && System.nanoTime() < untilNs) {
          Thread.sleep(Math.min(everyMs, 100));
        }
      }
    } catch (Exception | Error e) {
      problem = getName() + " ended with " + e;
    }
  }

  /** Ends the thread. */
  void end() throws InterruptedException {
    stopped = true;
    join();
  }

  /** Why it failed; empty if it did not. */
  String problem() {
    return problem;
  }
}

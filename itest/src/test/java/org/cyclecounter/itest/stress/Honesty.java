// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import org.cyclecounter.itest.machines.JvmSignals;

/**
 * A thread that needs the JVM's own signal handlers: accesses through null and stack overflows,
 * each of which has to become its exception, and collections now and then.
 */
final class Honesty extends Thread {

  private static final long PAUSE_MS = 200;
  private static final int COLLECT_EVERY = 10;

  private volatile String problem = "";
  private volatile boolean stopped;
  private volatile long rounds;

  Honesty() {
    super("honesty");
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        long pauseMs = PAUSE_MS;
        synchronized (ProcessState.LOOK) {
          int nullPointers = JvmSignals.nullPointers();
          int overflows = JvmSignals.stackOverflows();
          if (nullPointers != 2_000 || overflows != 5) {
            problem = nullPointers + " null pointers and " + overflows + " overflows were caught";
          }
        }
        if (++rounds % COLLECT_EVERY == 0) {
          long startNs = System.nanoTime();
          System.gc();
          // A large heap is collected less often, so that the rest gets on.
          pauseMs += (System.nanoTime() - startNs) / 1_000_000 * 4;
        }
        Thread.sleep(pauseMs);
      }
    } catch (Throwable e) {
      problem = "the thread of expected exceptions ended with " + e;
    }
  }

  /** Ends the thread; returns its failures, empty if there are none. */
  String end() throws InterruptedException {
    stopped = true;
    join();
    return rounds == 0 ? "not one expected exception came about" : problem;
  }

  @Override
  public String toString() {
    return rounds + " rounds of expected exceptions";
  }
}

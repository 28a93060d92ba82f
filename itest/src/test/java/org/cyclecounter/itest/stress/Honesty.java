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

  private volatile String problem = "not one expected exception came about";
  private volatile boolean stopped;

  Honesty() {
    super("honesty");
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      for (int round = 1; !stopped; round++) {
        int nullPointers;
        int overflows;
        synchronized (ProcessState.LOOK) {
          nullPointers = JvmSignals.nullPointers();
          overflows = JvmSignals.stackOverflows();
        }
        if (nullPointers != 2_000 || overflows != 5) {
          problem = nullPointers + " null pointers and " + overflows + " overflows were caught";
          return;
        }
        problem = "";
        if (round % COLLECT_EVERY == 0) {
          System.gc();
        }
        Thread.sleep(PAUSE_MS);
      }
    } catch (Throwable e) {
      problem = "the thread of expected exceptions ended with " + e;
    }
  }

  /** Ends the thread; returns its failure, empty if there is none. */
  String end() throws InterruptedException {
    stopped = true;
    join();
    return problem;
  }
}

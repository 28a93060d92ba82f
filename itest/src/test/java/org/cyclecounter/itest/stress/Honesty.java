// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread that needs the JVM's own signal handlers: accesses through null, divisions by zero and
 * stack overflows, each of which has to become its exception, and collections now and then.
 */
final class Honesty extends Thread {

  private static final long PAUSE_MS = 20;
  private static final int COLLECT_EVERY = 100;

  private final AtomicReference<String> problem = new AtomicReference<>("");
  private volatile boolean stopped;
  private volatile long exceptions;
  private volatile long collections;
  private int depth;

  Honesty() {
    super("honesty");
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      for (int round = 1; !stopped; round++) {
        long pauseMs = PAUSE_MS;
        synchronized (ProcessState.LOOK) {
          provoke();
        }
        if (round % COLLECT_EVERY == 0) {
          long startNs = System.nanoTime();
          System.gc();
          collections++;
          // A large heap is collected less often, so that the rest gets on.
          pauseMs += (System.nanoTime() - startNs) / 1_000_000 * 4;
        }
        Thread.sleep(pauseMs);
      }
    } catch (Throwable e) {
      problem.compareAndSet("", "the thread of expected exceptions ended with " + e);
    }
  }

  private void provoke() {
    // Mostly values that do not trap: code compiled for those leaves the rest to the handler.
    for (int i = 0; i < 1_000; i++) {
      length(new int[i & 3]);
      quotient(i, i | 1);
    }
    expect(NullPointerException.class, () -> length(null));
    expect(ArithmeticException.class, () -> quotient(1, 0));
    expect(StackOverflowError.class, this::recurse);
  }

  private void expect(Class<? extends Throwable> type, Runnable action) {
    try {
      action.run();
      problem.compareAndSet("", "no " + type.getSimpleName() + " was thrown");
    } catch (Throwable e) {
      if (type.isInstance(e)) {
        exceptions++;
      } else {
        problem.compareAndSet("", "instead of " + type.getSimpleName() + " there was " + e);
      }
    }
  }

  private static int length(int[] array) {
    return array.length;
  }

  private static int quotient(int a, int b) {
    return a / b;
  }

  private void recurse() {
    depth++;
    recurse();
  }

  /** Ends the thread; returns its failures, empty if there are none. */
  String end() throws InterruptedException {
    stopped = true;
    join();
    if (exceptions == 0) {
      problem.compareAndSet("", "not one expected exception came about");
    }
    return problem.get();
  }

  @Override
  public String toString() {
    return exceptions + " expected exceptions, " + collections + " collections";
  }
}

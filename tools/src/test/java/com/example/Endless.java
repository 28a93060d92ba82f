// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.concurrent.atomic.AtomicLong;

/** Operations that do not end by themselves, and one that says whether it was called. */
public final class Endless {

  public static final AtomicLong calls = new AtomicLong();

  /** For the test to clean up: what measures cannot. */
  public static volatile boolean stop;

  private Endless() {}

  public static void sleeps() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }

  public static void spins() {
    while (!stop) {
      Thread.onSpinWait();
    }
  }

  /** Ends where it is measured alone, on a thread that has its name. */
  public static void later() throws InterruptedException {
    if (!Thread.currentThread().getName().startsWith("measure com.example")) {
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  public static void waits() throws InterruptedException {
    calls.incrementAndGet();
    Thread.sleep(20);
  }

  public static void refuses() {
    throw new IllegalStateException("refused");
  }

  public static void counts() {
    calls.incrementAndGet();
  }
}

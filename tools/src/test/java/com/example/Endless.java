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

  /** Takes 15 ms, and at its fourth call for ever. */
  public static void later() throws InterruptedException {
    if (calls.incrementAndGet() > 3) {
      Thread.sleep(Long.MAX_VALUE);
    }
    long endNs = System.nanoTime() + 15_000_000;
    while (System.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
  }

  public static void waits() throws InterruptedException {
    calls.incrementAndGet();
    Thread.sleep(200); // longer than a busy machine lets a thread wait for a processor
  }

  public static void refuses() {
    throw new IllegalStateException("refused");
  }

  public static void counts() {
    calls.incrementAndGet();
  }
}

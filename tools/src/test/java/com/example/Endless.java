// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.concurrent.atomic.AtomicLong;

/** Operations that do not end by themselves, and one that says whether it was called. */
public final class Endless {

  public static final AtomicLong calls = new AtomicLong();

  private Endless() {}

  public static void sleeps() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }

  public static void waits() throws InterruptedException {
    calls.incrementAndGet();
    Thread.sleep(200); // longer than a busy machine lets a thread wait for a processor
  }

  public static void refuses() {
    throw new IllegalStateException("refused");
  }

  public static void exits() {
    System.exit(0);
  }

  public static void counts() {
    calls.incrementAndGet();
  }
}

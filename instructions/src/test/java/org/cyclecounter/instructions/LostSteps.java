// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.util.concurrent.Callable;

/** Operations that end or interrupt single steps, in {@code lost_steps.c}. */
public final class LostSteps {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private LostSteps() {}

  public static native void clear();

  public static native void clearAndSet();

  public static native void clearByReturn();

  public static native void replace();

  public static native void putBack();

  private static native void block();

  public static final class Replaced implements Callable<Object> {
    @Override
    public Object call() {
      replace();
      return this;
    }
  }

  /** Another thread executes its code with SIGTRAP blocked. */
  public static final class Blocked implements Callable<Object> {
    private static volatile int last;

    public Blocked() {
      Thread thread =
          new Thread(
              () -> {
                block();
                while (true) {
                  last = hash(10);
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private static int hash(int rounds) {
      int hash = last;
      for (int i = 0; i < rounds; i++) {
        hash = (i & 5) == 5 ? hash * 31 : hash + i;
      }
      return hash;
    }

    @Override
    public Object call() {
      last = hash(100);
      return this;
    }
  }
}

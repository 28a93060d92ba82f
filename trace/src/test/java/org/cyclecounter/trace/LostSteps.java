// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.concurrent.Callable;

/** Operations that end or interrupt single steps, in {@code lost_steps.c}. */
final class LostSteps {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private LostSteps() {}

  private static native void clear();

  private static native void clearAndSet();

  private static native void clearByReturn();

  private static native void replace();

  private static native void putBack();

  private static native void block();

  public static final class Cleared implements Callable<Object> {
    @Override
    public Object call() {
      clear();
      return this;
    }
  }

  public static final class ClearedAndSet implements Callable<Object> {
    @Override
    public Object call() {
      clearAndSet();
      return this;
    }
  }

  public static final class ClearedByReturn implements Callable<Object> {
    @Override
    public Object call() {
      clearByReturn();
      return this;
    }
  }

  public static final class Replaced implements Callable<Object> {
    @Override
    public Object call() {
      replace();
      return this;
    }
  }

  public static final class ReplacedAndPutBack implements Callable<Object> {
    @Override
    public Object call() {
      replace();
      putBack();
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

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.util.concurrent.Callable;

/** Operations that cannot be counted, or are easily counted wrong. */
final class FailingOperations {

  private FailingOperations() {}

  public static final class Throwing implements Callable<Object> {
    @Override
    public Object call() {
      throw new IllegalStateException("this one\r\nthrows");
    }
  }

  public static final class Exiting implements Callable<Object> {
    @Override
    public Object call() {
      Runtime.getRuntime().halt(7);
      return this;
    }
  }

  /** Can be made only once in a JVM. */
  public static final class MadeOnce implements Callable<Object> {
    private static boolean isMade;

    public MadeOnce() {
      if (isMade) {
        throw new IllegalStateException("made before");
      }
      isMade = true;
    }

    @Override
    public Object call() {
      return this;
    }
  }

  /** Runs as long as its process's number says, and at least as long as compiled code needs. */
  public static final class OfProcess implements Callable<Object> {
    private final long rounds = 1_000 + ProcessHandle.current().pid() % 1_000;

    @Override
    public Object call() {
      int sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum = Integer.rotateLeft(sum, 3) + i;
      }
      return sum;
    }
  }

  /** A branch that is first taken after the warm-up: from there on it is interpreted. */
  public static class Trapped implements Callable<Object> {
    static final int WARM_UP = 20_000;

    private int calls;
    private long sum;

    @Override
    public final Object call() {
      sum += time();
      if (++calls > WARM_UP) {
        for (int i = 0; i < 20; i++) {
          sum = sum * 31 + time();
        }
      }
      return this;
    }

    long time() {
      return calls;
    }
  }

  /** Reads a clock, through an adapter to its compiled method. */
  public static final class TrappedClock extends Trapped {
    @Override
    long time() {
      return System.nanoTime();
    }
  }

  /** Returns null, but only the first time. */
  public static class NullFirst implements Callable<Object> {
    Object result;

    @Override
    public final Object call() {
      Object last = result;
      result = this;
      return last;
    }
  }

  /** Never returns null. */
  public static final class NullNever extends NullFirst {
    public NullNever() {
      result = this;
    }
  }
}

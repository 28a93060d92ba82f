// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.concurrent.Callable;

/** Operations that cannot be counted. */
final class FailingOperations {

  private FailingOperations() {}

  public static final class Throwing implements Callable<Object> {
    @Override
    public Object call() {
      throw new IllegalStateException("this one\r\nthrows");
    }
  }

  public record NotConstructed(int unusedArgument) implements Callable<Object> {
    @Override
    public Object call() {
      return this;
    }
  }

  public static final class Endless implements Callable<Object> {
    @Override
    public Object call() throws InterruptedException {
      Thread.sleep(Long.MAX_VALUE);
      return this;
    }
  }

  public static final class Exiting implements Callable<Object> {
    @Override
    public Object call() {
      Runtime.getRuntime().halt(7);
      return this;
    }
  }

  /** Allocates something else each time. */
  public static final class Changing implements Callable<Object> {
    private int calls;

    @Override
    public Object call() {
      int sum = 0;
      for (int i = 0; i < calls % 5 * 100; i++) {
        sum = Integer.rotateLeft(sum, 3) + i;
      }
      calls++;
      return sum;
    }
  }
}

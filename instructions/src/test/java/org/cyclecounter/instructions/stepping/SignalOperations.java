// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Operations in which HotSpot's handlers of signals go on elsewhere. */
final class SignalOperations {

  private SignalOperations() {}

  /** C1 leaves each check to SIGSEGV. */
  public static final class NullChecks implements Callable<Object> {
    private final @Nullable String[] texts = {"a", null, "b", null};
    private int thrown;

    @Override
    public Object call() {
      for (String text : texts) {
        try {
          thrown += length(text);
        } catch (NullPointerException e) {
          thrown++;
        }
      }
      return this;
    }

    @SuppressWarnings("NullAway")
    private static int length(@Nullable String text) {
      return text.length();
    }
  }

  /** Divisions by zero are left to SIGFPE. */
  public static final class Divisions implements Callable<Object> {
    private final int[] divisors = {3, 0, 7, 0, 9};
    private int sum;

    @Override
    public Object call() {
      for (int divisor : divisors) {
        try {
          sum += 1000 / divisor;
        } catch (ArithmeticException e) {
          sum++;
        }
      }
      return this;
    }
  }

  /** Ends at the guard pages; large frames, because each one is unwound. */
  public static final class StackOverflow implements Callable<Object> {
    private int depth;

    @Override
    public Object call() {
      depth = 0;
      try {
        recurse(1, 2, 3, 4, 5, 6, 7);
      } catch (StackOverflowError e) {
        return this;
      }
      return this;
    }

    @SuppressWarnings("InfiniteRecursion")
    private long recurse(long a, long b, long c, long d, long e, long f, long g) {
      depth++;
      return recurse(b, c, d, e, f, g, a) + (a ^ b ^ c ^ d ^ e ^ f ^ g);
    }
  }

  /** A loop of a long, which has a poll in each round. */
  public static final class Polls implements Callable<Object> {
    private long sum;

    @Override
    public Object call() {
      long rounds = sum & 1;
      for (long i = rounds; i < 3000 + rounds; i++) {
        sum += (i & 3) == 0 ? i : -1;
      }
      return this;
    }
  }
}

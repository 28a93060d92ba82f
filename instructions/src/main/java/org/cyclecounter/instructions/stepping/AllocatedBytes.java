// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The bytes that a call allocates on the heap, by the calling thread's own counter, which HotSpot
 * keeps to the byte. Only behind the counted runs: its classes and calls would change them.
 */
public final class AllocatedBytes {

  private static final int MEANS = 5;

  private AllocatedBytes() {}

  /** Calls that are not counted. */
  @FunctionalInterface
  public interface Calls {
    /** Makes so many calls of the operation. */
    void make(int number) throws CountFailure;
  }

  /**
   * Sends the mean of some calls: what begins and ends them all allocates, too. Of several means
   * the middle one: once in 1,024 iterations HotSpot goes on in another version of the loop that
   * makes the calls, in which an inlined one may allocate less.
   */
  public static void send(Calls calls) throws IOException, CountFailure {
    if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
        && threads.isThreadAllocatedMemoryEnabled()) {
      int number = Math.max(1, SteppedRuns.calls() / 2);
      long unused = of(threads, calls, 1); // loads classes
      double[] means = new double[MEANS];
      for (int i = 0; i < MEANS; i++) {
        long once = of(threads, calls, number);
        means[i] = (double) (of(threads, calls, 2 * number) - once) / number;
      }
      Arrays.sort(means);
      ParentPipe.send("BYTES", Double.toString(means[MEANS / 2]));
    }
  }

  private static long of(ThreadMXBean threads, Calls calls, int number) throws CountFailure {
    long before = threads.getCurrentThreadAllocatedBytes();
    calls.make(number);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Returns a number of bytes with all its digits, such as 24 or, of a mean, 4.25. */
  public static String text(double bytes) {
    return BigDecimal.valueOf(bytes).stripTrailingZeros().toPlainString();
  }
}

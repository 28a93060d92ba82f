// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.util.Arrays;
import org.cyclecounter.itest.machines.JvmSignals;

/** Checks that a JVM works, to be asked before and after something may have harmed it. */
final class Health {

  private Health() {}

  /** The JVM's own use of signals, the collector, and arithmetic. */
  static String now() {
    System.gc();
    return JvmSignals.nullPointers()
        + " null pointers, "
        + JvmSignals.stackOverflows()
        + " stack overflows, arithmetic "
        + arithmetic(10);
  }

  static void compareWith(String before) {
    String now = now();
    FirstUse.say("health", now.equals(before) ? "as before" : before + " before, " + now);
  }

  /** Sums results that depend on the rounding, on subnormal numbers, and on a direction. */
  private static long arithmetic(double ten) {
    long sum = Double.doubleToLongBits(1 / ten);
    sum = 31 * sum + Double.doubleToLongBits(-1 / ten);
    sum = 31 * sum + Double.doubleToLongBits(Double.MIN_NORMAL / ten * 5);
    sum = 31 * sum + Float.floatToIntBits((float) (1 / ten) / 3);
    sum = 31 * sum + Double.doubleToLongBits(Math.sin(ten) + Math.fma(ten, 0.1, -1));
    byte[] bytes = new byte[1_000_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 7);
    }
    System.arraycopy(bytes, 0, bytes, 13, 900_000);
    System.arraycopy(bytes, 17, bytes, 0, 900_000);
    return 31 * sum + Arrays.hashCode(bytes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import com.sun.jna.Native;

/**
 * The C library's Mach calls through JNA; initialising this class loads JNA.
 *
 * <p>Source: &lt;mach/mach_time.h&gt;. Loaded by the one method that falls back to it, and by
 * nothing before.
 */
final class MachByJna {

  static {
    Native.register(MachByJna.class, "c");
  }

  private MachByJna() {}

  // JNA finds the C function by the method's name.
  static native long mach_absolute_time();

  /**
   * Fills in the numerator and the denominator of nanoseconds per tick, two unsigned 32-bit
   * numbers; 0 if it has.
   */
  private static native int mach_timebase_info(int[] numeratorAndDenominator);

  /** Returns ticks per second; 0 if the system does not report it. */
  static long ticksPerSecond() {
    int[] info = new int[2];
    if (mach_timebase_info(info) != 0 || info[0] == 0) {
      return 0;
    }
    // Below 2^62: no overflow.
    return 1_000_000_000L * Integer.toUnsignedLong(info[1]) / Integer.toUnsignedLong(info[0]);
  }
}

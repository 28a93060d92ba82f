// SPDX-License-Identifier: Apache-2.0
package com.example.rawclock;

import com.sun.jna.Native;
import com.sun.jna.Platform;

/** The C library by JNA's direct mapping; initialising this class loads JNA. */
final class LibC {

  /** Alike in Linux's {@code uapi/linux/time.h} and macOS's {@code time.h}. */
  private static final int CLOCK_MONOTONIC_RAW = 4;

  /** Reads allocate nothing: each thread has a {@code struct timespec} of its own. */
  private static final ThreadLocal<long[]> TIMESPEC = ThreadLocal.withInitial(() -> new long[2]);

  static {
    Native.register(LibC.class, Platform.C_LIBRARY_NAME);
  }

  private LibC() {}

  // JNA finds the C function by the method's name. Both fields of the structure are longs of C.
  private static native int clock_gettime(int clock, long[] timespec);

  static boolean hasRawClock() {
    return (Platform.isLinux() || Platform.isMac())
        && Native.LONG_SIZE == Long.BYTES
        && clock_gettime(CLOCK_MONOTONIC_RAW, TIMESPEC.get()) == 0;
  }

  static long rawNs() {
    long[] timespec = TIMESPEC.get();
    clock_gettime(CLOCK_MONOTONIC_RAW, timespec);
    return timespec[0] * 1_000_000_000 + timespec[1];
  }
}

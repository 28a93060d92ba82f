// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.lang.invoke.MethodHandles;
import java.util.function.LongSupplier;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The C library's clock(3) by the module's native library; not on Windows, where it is wall time.
 */
final class StdcClock {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-bench-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private static final long NS_PER_MICRO = 1000;

  private StdcClock() {}

  static native long micros();

  static LongSupplier open() throws CounterUnavailableException {
    LIBRARY.load();
    return () -> {
      long micros = micros();
      return micros == -1 ? Clock.UNREADABLE : micros * NS_PER_MICRO; // clock(3): (clock_t) -1
    };
  }
}

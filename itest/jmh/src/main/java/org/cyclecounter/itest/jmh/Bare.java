// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.NativeTicks;

/** The benchmarks' own C ({@code bare.c}): the values to compare with. */
final class Bare {

  // As this project's providers': linked by its own lookup on the module path.
  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-jmh-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  static {
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Bare() {}

  /** A native method that returns at once. */
  static native long nothing();

  static native long nothingAddress();

  /** Reads the counter in a loop; gives the sum of the readings. */
  static native long ticksLoop(int times);

  /** Empty ordered regions of two functions called by pointer; gives the sum of their ticks. */
  static native long pairCallLoop(int times);

  /** Empty regions as gotsc's. */
  static native long cpuidPairLoop(int times);

  /** Calls a function {@code int64_t f(void)} in a loop. */
  static native long callLoop(long address, int times);

  /** Fills a direct buffer with adjacent readings. */
  static native void readings(ByteBuffer out, int number);

  /** A counter that returns at once, linked as a selected one is. */
  static TickSource linkedNothing() throws CounterUnavailableException {
    return ((NativeTicks) new Nothing().open()).linked();
  }

  private static final class Nothing extends NativeCounterSource {
    Nothing() {
      super("nothing", CounterKind.OFF_CORE, Scope.SYSTEM, LIBRARY);
    }

    @Override
    protected long address(int function) {
      return nothingAddress();
    }

    @Override
    protected long read(Function function) {
      return nothing();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The C code of the tests. */
public final class TestLibrary {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(), "cyclecounter-trace-test-1", System::load, System::loadLibrary);

  private TestLibrary() {}

  /** Loads it once. */
  public static void load() {
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) {
      throw new IllegalStateException(e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The C code of the tests. */
public enum TestLibrary {
  /** Operations, and what disturbs them. */
  OPERATIONS("cyclecounter-instructions-test-1"),
  /** Operands, transfers and blocks. */
  BLOCKS("cyclecounter-instructions-blocks-1");

  private final NativeLibrary library;

  TestLibrary(String name) {
    library = NativeLibrary.of(MethodHandles.lookup(), name, System::load, System::loadLibrary);
  }

  /** Loads it once. */
  public void load() {
    try {
      library.load();
    } catch (CounterUnavailableException e) {
      throw new IllegalStateException(e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** A counter whose library ends the process that loads it. */
final class BadLibrary extends NativeCounterSource {

  BadLibrary(String name, String library) {
    super(
        name,
        CounterKind.ON_CORE,
        Scope.SYSTEM,
        NativeLibrary.of(
            MethodHandles.lookup(),
            library,
            path -> System.load(path),
            file -> System.loadLibrary(file)));
  }

  private static native long read();

  // Never called: loading the library has ended the process.
  @Override
  protected long address(int function) {
    return read();
  }

  @Override
  protected long read(Function function) {
    return read();
  }
}

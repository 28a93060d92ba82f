// SPDX-License-Identifier: Apache-2.0
package com.example.ordered;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The time-stamp counter of x86-64, the virtual count of aarch64, with barriers around each read,
 * for programs that call {@code cycles()} where they should call {@code start()} and {@code
 * stop()}. The C code is in {@code ordered.c}.
 */
final class OrderedTicks extends NativeCounterSource {

  // Its own System.load: a library belongs to the class loader of the class that loads it. Its own
  // lookup: on the module path Java 24 and newer link cheap reads only for a module that did so.
  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "example-ordered-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  OrderedTicks() {
    super(
        "ordered-ticks",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        LIBRARY,
        Platform.current().processor().equals("x86-64")
            ? Scaling.none()
            : Scaling.findMultiplier());
  }

  static native long ticks();

  @Override
  protected native long address(int function);

  @Override
  protected long read(Function function) {
    return ticks();
  }
}

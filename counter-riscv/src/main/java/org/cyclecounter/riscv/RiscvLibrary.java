// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** Loads the packaged library with the C code of this family. No lambda: cold start 1. */
record RiscvLibrary(boolean byPath) implements NativeLibrary.Loader {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          RiscvLibrary.class,
          "cyclecounter-riscv-1",
          new RiscvLibrary(true),
          new RiscvLibrary(false));

  @Override
  public void load(String target) {
    if (byPath) {
      System.load(target);
    } else {
      System.loadLibrary(target);
    }
  }

  @Override
  public MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }
}

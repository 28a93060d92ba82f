// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** Loads the packaged library with the C code of this family. No lambda: cold start 1. */
record OsLibrary(boolean byPath) implements NativeLibrary.Loader {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          OsLibrary.class, "cyclecounter-os-1", new OsLibrary(true), new OsLibrary(false));

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

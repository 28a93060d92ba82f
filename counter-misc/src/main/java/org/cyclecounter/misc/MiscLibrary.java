// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** Loads the packaged library with the C code of this family. No lambda: cold start 1. */
record MiscLibrary(boolean byPath) implements NativeLibrary.Loader {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-misc-1",
          new MiscLibrary(true),
          new MiscLibrary(false));

  @Override
  public void load(String target) {
    if (byPath) {
      System.load(target);
    } else {
      System.loadLibrary(target);
    }
  }
}

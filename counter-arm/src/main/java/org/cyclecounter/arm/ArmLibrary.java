// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * Loads the packaged library with the C code of this family. No lambda: cold start 1.
 *
 * <p>{@code System.load} looks at its caller: the library belongs to this class's loader, and Java
 * 24 and newer ask whether this module may load one. So each family needs its own class.
 *
 * @param byPath whether the target is a file's path, or a name on {@code java.library.path}
 */
record ArmLibrary(boolean byPath) implements NativeLibrary.Loader {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-arm-1",
          new ArmLibrary(true),
          new ArmLibrary(false));

  @Override
  public void load(String target) {
    if (byPath) {
      System.load(target);
    } else {
      System.loadLibrary(target);
    }
  }
}

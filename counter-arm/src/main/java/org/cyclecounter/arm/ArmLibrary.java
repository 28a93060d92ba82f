package org.cyclecounter.arm;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class ArmLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          ArmLibrary.class,
          "cyclecounter-arm-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private ArmLibrary() {}
}

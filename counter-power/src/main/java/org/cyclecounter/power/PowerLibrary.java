package org.cyclecounter.power;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class PowerLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          PowerLibrary.class,
          "cyclecounter-power-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private PowerLibrary() {}
}

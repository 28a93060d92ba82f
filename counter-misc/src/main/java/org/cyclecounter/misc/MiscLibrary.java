package org.cyclecounter.misc;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class MiscLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MiscLibrary.class,
          "cyclecounter-misc-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private MiscLibrary() {}
}

package org.cyclecounter.os;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class OsLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          OsLibrary.class,
          "cyclecounter-os-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private OsLibrary() {}
}

package org.cyclecounter.x86;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class X86Library {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          X86Library.class,
          "cyclecounter-x86-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private X86Library() {}
}

package org.cyclecounter.riscv;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class RiscvLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          RiscvLibrary.class,
          "cyclecounter-riscv-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private RiscvLibrary() {}
}

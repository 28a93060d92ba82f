package org.cyclecounter.x86;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class X86Library {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(X86Library.class, "cyclecounter-x86-1", new ByPath(), new ByName());

  // Classes, because the first lambda costs a starting JVM more than all of this.
  private static final class ByPath implements NativeLibrary.Loader {
    @Override
    public void load(String path) {
      System.load(path);
    }
  }

  private static final class ByName implements NativeLibrary.Loader {
    @Override
    public void load(String name) {
      System.loadLibrary(name);
    }
  }

  private X86Library() {}
}

package org.cyclecounter.selector.natives;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the selector's C code. */
public final class SelectorLibrary {

  /** Loaded by whoever needs it first. */
  public static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          SelectorLibrary.class, "cyclecounter-selector-1", new ByPath(), new ByName());

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

  private SelectorLibrary() {}
}

package org.cyclecounter.selector.natives;

import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The packaged library with the selector's C code; on macOS and FreeBSD it can sample a counter,
 * but makes no native child.
 */
public final class SelectorLibrary {

  /** Loaded by whoever needs it first. */
  public static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          SelectorLibrary.class, "cyclecounter-selector-1", new Load(true), new Load(false));

  // A class, because the first lambda costs a starting JVM more than all of this.
  private record Load(boolean byPath) implements NativeLibrary.Loader {
    @Override
    public void load(String target) {
      if (byPath) {
        System.load(target);
      } else {
        System.loadLibrary(target);
      }
    }
  }

  private SelectorLibrary() {}
}

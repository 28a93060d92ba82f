package org.cyclecounter.power;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The packaged library with the C code of this family. */
final class PowerLibrary {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(PowerLibrary.class, "cyclecounter-power-1", new Load(true), new Load(false));

  // A class, not a lambda: cold start 1.
  private record Load(boolean byPath) implements NativeLibrary.Loader {
    @Override
    public void load(String target) {
      if (byPath) {
        System.load(target);
      } else {
        System.loadLibrary(target);
      }
    }

    @Override
    public MethodHandles.Lookup lookup() {
      return MethodHandles.lookup();
    }
  }

  private PowerLibrary() {}
}

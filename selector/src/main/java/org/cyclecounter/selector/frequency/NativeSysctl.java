package org.cyclecounter.selector.frequency;

import java.util.Optional;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * sysctlbyname(3) of macOS and FreeBSD through a packaged library ({@code sysctl.c}). Where there
 * is none, as on the other BSDs, or where it cannot be loaded, JNA is left.
 */
final class NativeSysctl {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          NativeSysctl.class, "cyclecounter-sysctl-1", new Load(true), new Load(false));

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

  private NativeSysctl() {}

  /** Whether this platform has the library and it could be loaded. */
  static boolean load() {
    try {
      if (!LIBRARY.isPackaged()) {
        return false;
      }
      LIBRARY.load();
      return true;
    } catch (CounterUnavailableException e) {
      return false;
    }
  }

  /** Only after {@link #load()}. Empty where there is no such number, or it is not positive. */
  static Optional<Long> read(String name) {
    long value = read(name, name.length());
    return value > 0 ? Optional.of(value) : Optional.empty();
  }

  /** At most 63 characters of ASCII; 0 where there is no positive number. */
  private static native long read(String name, int length);
}

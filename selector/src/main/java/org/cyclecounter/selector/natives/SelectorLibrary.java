// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The library that the selector packages: JNI looks a native method up in the libraries of its
 * class's loader, whichever class of that has loaded them.
 *
 * @param byPath true for {@code System.load}, which takes a file's path; false for a library's name
 */
public record SelectorLibrary(boolean byPath) implements NativeLibrary.Loader {

  /** The library; {@code src/main/c/libraries} lists what each platform's contains. */
  public static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-selector-1",
          new SelectorLibrary(true),
          new SelectorLibrary(false));

  /** Loads for {@link NativeLibrary}: JNI binds a library to the class loader of this class. */
  @Override
  public void load(String target) {
    if (byPath) {
      System.load(target);
    } else {
      System.loadLibrary(target);
    }
  }

  /**
   * Loads the library for what the selector can do without; returns false where this platform has
   * none, or it cannot be loaded.
   */
  public static boolean load() {
    try {
      LIBRARY.load(); // not isPackaged(): that looks into every module of the JDK, cold start 16
      return true;
    } catch (CounterUnavailableException e) {
      return false;
    }
  }
}

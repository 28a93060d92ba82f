// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The libraries that the selector packages. One class loads all of them: JNI looks a native method
 * up in the libraries of its class's loader, whichever class of that has loaded them.
 */
public final class SelectorLibrary implements NativeLibrary.Loader {

  /** Probes a counter in a native child, and samples it; on macOS and FreeBSD it only samples. */
  public static final NativeLibrary LIBRARY = named("cyclecounter-selector-1");

  /** True for {@code System.load}, which takes a file's path; false for a library's name. */
  private final boolean byPath;

  private SelectorLibrary(boolean byPath) {
    this.byPath = byPath;
  }

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
   * Describes a library in the selector's JAR, for native methods of any class of the selector; its
   * name ends in a version. Neither extracts nor loads it.
   */
  public static NativeLibrary named(String name) {
    return NativeLibrary.of(
        SelectorLibrary.class, name, new SelectorLibrary(true), new SelectorLibrary(false));
  }

  /**
   * Loads a library that the selector can do without; returns false where this platform has none,
   * or it cannot be loaded.
   */
  public static boolean load(NativeLibrary library) {
    try {
      if (!library.isPackaged()) {
        return false;
      }
      library.load();
      return true;
    } catch (CounterUnavailableException e) {
      return false;
    }
  }
}

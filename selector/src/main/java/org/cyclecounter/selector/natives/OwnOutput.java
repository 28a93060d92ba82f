// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import java.io.FileDescriptor;

/**
 * Reserves a program's standard output for one writer: the command line, whose output programs
 * parse. Here, because its C side is in the selector's library and {@code tools} has none; the
 * selector itself does not change a program's streams.
 */
public final class OwnOutput {

  private OwnOutput() {}

  /**
   * Reserves the output: descriptor 1 becomes a second standard error, for C functions and for
   * processes that inherit it. The caller sets {@link System#out}.
   *
   * @param own a new descriptor, which becomes that of the output
   * @return false if all is as it was: descriptor 1 or 2 is closed, or this platform's library
   *     cannot be loaded or has no such function (Windows)
   */
  public static boolean take(FileDescriptor own) {
    try {
      return SelectorLibrary.load() && takeInto(own);
    } catch (LinkageError e) { // no such function, or a JDK whose descriptors have no such field
      return false;
    }
  }

  private static native boolean takeInto(FileDescriptor own);
}

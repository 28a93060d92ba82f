// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import java.io.FileDescriptor;

/**
 * Keeps a program's standard output to one writer of it. For the command line, whose output
 * programs parse; the selector leaves a program's streams alone.
 */
public final class OwnOutput {

  private OwnOutput() {}

  /**
   * Takes the output: descriptor 1 becomes a second standard error, for C functions and for
   * processes that inherit it. {@link System#out} is the caller's to set.
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

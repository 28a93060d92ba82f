// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.util.Optional;

/**
 * sysctlbyname(3) of macOS and FreeBSD through the selector's library ({@code sysctl.c}). Where
 * there is none, as on the other BSDs, or where it cannot be loaded, {@link Machine} asks a
 * program.
 */
final class NativeSysctl {

  private NativeSysctl() {}

  /** Reads a number; empty where there is none, or it is not positive. The library is loaded. */
  static Optional<Long> read(String name) {
    long value = read(name, name.length());
    return value > 0 ? Optional.of(value) : Optional.empty();
  }

  /**
   * Calls sysctlbyname(3).
   *
   * @param name at most 63 characters of ASCII
   * @param length the number of these characters
   * @return 0 where there is no positive number
   */
  private static native long read(String name, int length);
}

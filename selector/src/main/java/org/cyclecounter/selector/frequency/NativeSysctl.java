// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

/**
 * sysctlbyname(3) of macOS and FreeBSD through the selector's library ({@code sysctl.c}). Where
 * there is none, as on the other BSDs, or where it cannot be loaded, {@link Machine} asks a
 * program.
 */
final class NativeSysctl {

  private NativeSysctl() {}

  /**
   * Calls sysctlbyname(3). The library is loaded.
   *
   * @param name at most 63 characters of ASCII
   * @param length the number of these characters
   * @return 0 where there is no positive number
   */
  static native long read(String name, int length);
}

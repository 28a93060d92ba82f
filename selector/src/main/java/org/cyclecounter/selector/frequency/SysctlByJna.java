// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.NativeLongByReference;
import java.util.Optional;

/**
 * sysctlbyname(3) of macOS and the BSDs through JNA, where {@link NativeSysctl} has no library; the
 * first use of this class loads JNA.
 */
final class SysctlByJna {

  private SysctlByJna() {}

  /** Reads a number; empty where there is none, or it is neither of 4 nor of 8 bytes. */
  static Optional<Long> read(String name) {
    try (Memory value = new Memory(Long.BYTES)) {
      value.clear();
      NativeLongByReference size = new NativeLongByReference(new NativeLong(Long.BYTES));
      int result =
          NativeLibrary.getInstance("c")
              .getFunction("sysctlbyname")
              .invokeInt(new Object[] {name, value, size, Pointer.NULL, new NativeLong(0)});
      if (result != 0) {
        return Optional.empty();
      }
      // The kernel says how wide the number is: an int on some systems, a long on others.
      return switch (size.getValue().intValue()) {
        case Integer.BYTES -> Optional.of(Integer.toUnsignedLong(value.getInt(0)));
        case Long.BYTES -> Optional.of(value.getLong(0));
        default -> Optional.empty();
      };
    }
  }
}

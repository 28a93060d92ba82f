// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owners of files within a user namespace of Linux, user_namespaces(7). All users that it does not
 * map show as one, the overflow id: root, and anybody else. Loaded only where owners look so.
 */
final class UserNamespace {

  /** The kernel's default of the overflow id. */
  static final Integer DEFAULT_NOBODY = 65534;

  /** In bytes; a map has up to 340 lines, of which all that matters is that there are many. */
  private static final int MAX_TEXT = 256;

  /** The length of the only line of the map in which each user has an id. */
  private static final String ALL_IDS = "4294967295";

  /**
   * Directories that belong to root on every Linux (hier(7), file-hierarchy(7)), though a namespace
   * may not show it.
   */
  private static final Set<String> ROOTS =
      Set.of(
          "/",
          "/dev",
          "/dev/shm",
          "/home",
          "/run",
          "/run/user",
          "/tmp",
          "/var",
          "/var/home",
          "/var/tmp");

  private UserNamespace() {}

  /** Returns the id that stands for more than one user; null if each has an id. */
  static @Nullable Integer nobody() {
    return nobody(Path.of("/proc/self/uid_map"), Path.of("/proc/sys/kernel/overflowuid"));
  }

  static @Nullable Integer nobody(Path idMap, Path overflowId) {
    try {
      String[] map = read(idMap).split("\\s+");
      if (map.length == 3 && map[2].equals(ALL_IDS)) {
        return null;
      }
    } catch (IOException | SecurityException e) {
      return null; // not Linux
    }
    try {
      return Integer.valueOf(read(overflowId));
    } catch (IOException | SecurityException | NumberFormatException e) {
      return DEFAULT_NOBODY;
    }
  }

  /**
   * Hazard: the kernel gives a setting in one read; a second one, from its middle, gets nothing.
   */
  private static String read(Path file) throws IOException {
    byte[] text = new byte[MAX_TEXT];
    try (InputStream in = new FileInputStream(file.toFile())) {
      return new String(text, 0, Math.max(0, in.read(text)), StandardCharsets.US_ASCII).strip();
    }
  }

  /** Returns true for a directory that is root's if nobody's id owns it. */
  static boolean isRoots(Path directory) {
    return ROOTS.contains(directory.toString());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The files below a root: {@code /}, or a folder that a test writes. */
final class MachineFiles {

  /** In bytes: enough for the first processors in /proc/cpuinfo. */
  private static final int MAX_TEXT = 64 * 1024;

  private final Path root;

  MachineFiles(Path root) {
    this.root = root;
  }

  /** Where a path of the machine is, below the root. */
  private File at(String path) {
    return root.resolve(path.substring(1)).toFile();
  }

  boolean isThere(String path) {
    try {
      return at(path).exists();
    } catch (SecurityException e) {
      return false;
    }
  }

  /** The names in a folder, sorted. */
  Known<List<String>> names(String folder) {
    String[] names;
    try {
      names = at(folder).list();
    } catch (SecurityException e) {
      return hidden(folder);
    }
    if (names == null) {
      return Known.unknown(
          isThere(folder) ? folder + " cannot be listed" : folder + " does not exist");
    }
    Arrays.sort(names);
    return Known.of(List.of(names));
  }

  /** A regular file's text without blanks around it. */
  Known<String> text(String path) {
    File file = at(path);
    try {
      if (!file.exists()) {
        return Known.unknown(path + " does not exist");
      }
      // To open a named pipe is to wait for whoever may write to it.
      if (!file.isFile()) {
        return Known.unknown(path + " is not a regular file");
      }
    } catch (SecurityException e) {
      return hidden(path);
    }
    try (InputStream in = new FileInputStream(file)) {
      String text = new String(in.readNBytes(MAX_TEXT), StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? Known.unknown(path + " is empty") : Known.of(text);
    } catch (IOException | SecurityException e) {
      return Known.unknown(
          file.canRead() ? path + " cannot be read" : "this user may not read " + path);
    }
  }

  /** A file that holds one whole number. */
  Known<Long> number(String path) {
    Known<String> text = text(path);
    String digits = text.value();
    if (digits == null) {
      return Known.unknown(text.whyNot());
    }
    try {
      return Known.of(Long.valueOf(digits));
    } catch (NumberFormatException e) {
      return Known.unknown(path + " holds no whole number");
    }
  }

  /** What stands behind a key and a colon at the beginning of a line, the first of them. */
  Known<String> line(String path, String key) {
    Known<String> text = text(path);
    String lines = text.value();
    if (lines == null) {
      return text;
    }
    for (String line : lines.split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
        String value = line.substring(colon + 1).strip();
        return value.isEmpty() ? Known.unknown(key + " is empty in " + path) : Known.of(value);
      }
    }
    return Known.unknown(path + " has no line \"" + key + "\"");
  }

  private static <T> Known<T> hidden(String path) {
    return Known.unknown("a security manager hides " + path);
  }
}

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
import java.util.function.Function;

/**
 * The small files below a root: {@code /}, or a folder that a test writes. Files of /proc and /sys
 * say that they are empty, so their length is not asked for.
 *
 * <p>Hazards: a file of /sys may fail to be read although its permissions allow it (EIO or EINVAL,
 * from its driver), may vanish between two calls (a processor that goes offline), and may hold
 * anything, because firmware has filled it in. Each of these becomes a reason.
 */
record MachineFiles(Path root) {

  /**
   * Bytes read at most: enough for the first processors in /proc/cpuinfo, which takes hundreds of
   * kilobytes on machines with many.
   */
  private static final int MAX_TEXT = 64 * 1024;

  /** Does something with a path of the machine, which a security manager may forbid. */
  private <T> Known<T> at(String path, Function<File, Known<T>> reader) {
    try {
      return reader.apply(root.resolve(path.substring(1)).toFile());
    } catch (SecurityException e) {
      return Known.unknown("a security manager hides " + path);
    }
  }

  boolean isThere(String path) {
    return at(path, file -> Known.of(file.exists())).orElse(false);
  }

  /** The names in a folder, sorted. */
  Known<List<String>> names(String folder) {
    return at(
        folder,
        file -> {
          String[] names = file.list();
          if (names == null) {
            return Known.unknown(
                folder + (file.exists() ? " cannot be listed" : " does not exist"));
          }
          Arrays.sort(names);
          return Known.of(List.of(names));
        });
  }

  /** A regular file's text without blanks around it. */
  Known<String> text(String path) {
    return at(path, file -> text(path, file));
  }

  private static Known<String> text(String path, File file) {
    if (!file.exists()) {
      return Known.unknown(path + " does not exist");
    }
    // To open a named pipe is to wait for whoever may write to it.
    if (!file.isFile()) {
      return Known.unknown(path + " is not a regular file");
    }
    try (InputStream in = new FileInputStream(file)) {
      // Latin-1 decodes any bytes: firmware's names of machines are not always UTF-8.
      String text = new String(in.readNBytes(MAX_TEXT), StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? Known.unknown(path + " is empty") : Known.of(text);
    } catch (IOException e) {
      return Known.unknown(
          file.canRead() ? path + " cannot be read" : "this user may not read " + path);
    }
  }

  /**
   * A file that holds one whole number, decimal; a sign is allowed: perf_event_paranoid may be -1.
   */
  Known<Long> number(String path) {
    return text(path).parse(Long::valueOf, path + " holds no whole number");
  }

  /**
   * The value behind a key and a colon at the beginning of a line, the first of them: blanks and
   * tabs around both are not counted. The format of /proc/cpuinfo and of proc_pid_status(5).
   */
  Known<String> line(String path, String key) {
    Known<String> text = text(path);
    for (String line : text.orElse("").split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
        String value = line.substring(colon + 1).strip();
        return value.isEmpty() ? Known.unknown(key + " is empty in " + path) : Known.of(value);
      }
    }
    return text.isKnown() ? Known.unknown(path + " has no line \"" + key + "\"") : text;
  }
}

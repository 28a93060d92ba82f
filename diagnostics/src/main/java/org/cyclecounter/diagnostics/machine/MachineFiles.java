// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The small files below a root: {@code /}, or a folder that a test writes; and the system
 * properties. Files of /proc and /sys say that they are empty, so their length is not asked for.
 *
 * <p>Hazards: a file of /sys may fail to be read although its permissions allow it (EIO or EINVAL,
 * from its driver), may vanish between two calls (a processor that goes offline), and may hold
 * anything, because firmware has filled it in. Each of these becomes a reason.
 */
record MachineFiles(Path root, UnaryOperator<String> properties) {

  /**
   * Bytes read at most: enough for the first processors in /proc/cpuinfo, which takes hundreds of
   * kilobytes on machines with many.
   */
  private static final int MAX_TEXT = 64 * 1024;

  /** Does something with a path of the machine, which a security manager may forbid. */
  private <T> MaybeKnown<T> at(String path, Function<File, MaybeKnown<T>> reader) {
    try {
      return reader.apply(root.resolve(path.substring(1)).toFile());
    } catch (SecurityException e) {
      return MaybeKnown.unknown("a security manager hides " + path);
    }
  }

  boolean isThere(String path) {
    return at(path, file -> MaybeKnown.of(file.exists())).orElse(false);
  }

  /** The names in a folder, sorted. */
  MaybeKnown<List<String>> names(String folder) {
    return at(
        folder,
        file -> {
          String[] names = file.list();
          if (names == null) {
            return MaybeKnown.unknown(
                folder + (file.exists() ? " cannot be listed" : " does not exist"));
          }
          Arrays.sort(names);
          return MaybeKnown.of(List.of(names));
        });
  }

  /** A regular file's text without blanks around it. */
  MaybeKnown<String> text(String path) {
    return at(path, file -> text(path, file));
  }

  private static MaybeKnown<String> text(String path, File file) {
    if (!file.exists()) {
      return MaybeKnown.unknown(path + " does not exist");
    }
    // To open a named pipe is to wait for a writer.
    if (!file.isFile()) {
      return MaybeKnown.unknown(path + " is not a regular file");
    }
    try (InputStream in = new FileInputStream(file)) {
      // Latin-1 decodes any bytes: firmware's names of machines are not always UTF-8.
      String text = new String(in.readNBytes(MAX_TEXT), StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? MaybeKnown.unknown(path + " is empty") : MaybeKnown.of(text);
    } catch (IOException e) {
      return MaybeKnown.unknown(
          file.canRead() ? path + " cannot be read" : "this user may not read " + path);
    }
  }

  /**
   * A file that holds one whole number, decimal; a sign is allowed: perf_event_paranoid may be -1.
   */
  MaybeKnown<Long> number(String path) {
    return text(path).parse(Long::valueOf, path + " holds no whole number");
  }

  /**
   * The values behind a key and a colon at the beginning of each such line: blanks and tabs around
   * both are not counted. The format of /proc/cpuinfo and of proc_pid_status(5).
   */
  MaybeKnown<List<String>> values(String path, String key) {
    Pattern line = Pattern.compile("(?md)^" + Pattern.quote(key) + "[ \t]*:(.*)$");
    MaybeKnown<List<String>> values =
        text(path)
            .map(text -> line.matcher(text).results().map(at -> at.group(1).strip()).toList());
    return values.is(List.of())
        ? MaybeKnown.unknown(path + " has no line \"" + key + "\"")
        : values;
  }

  /** The first of these values. */
  MaybeKnown<String> line(String path, String key) {
    MaybeKnown<String> first = values(path, key).map(values -> values.get(0));
    return first.is("") ? MaybeKnown.unknown(key + " is empty in " + path) : first;
  }

  /** Texts of the JVM, in a format. */
  MaybeKnown<String> properties(String format, String... names) {
    return MaybeKnown.of(Formatted.of(format, Arrays.stream(names).map(properties).toArray()));
  }

  /** The architecture, by {@link Platform}'s name for it: {@code x86-64}, {@code aarch64}. */
  String architecture() {
    return properties.apply("os.arch");
  }
}

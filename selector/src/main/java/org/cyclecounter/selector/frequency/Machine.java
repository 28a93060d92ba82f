// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.Platform;

/** Asks the machine that this runs on; a test overrides the answers. */
class Machine {

  /** In bytes: enough for the first processors in /proc/cpuinfo, or for a program's output. */
  private static final int MAX_TEXT = 64 * 1024;

  /** For a program that hangs; the frequency is not worth more of a program's start. */
  private static final int PROGRAM_LIMIT_SECONDS = 2;

  /** Reads a regular file's first bytes as text; empty if it is none or cannot be read. */
  Optional<String> file(String path) {
    File file = new File(path);
    // Opening a named pipe would wait for a writer. Not a channel: cold start 10.
    try (InputStream in = file.isFile() ? new FileInputStream(file) : null) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readNBytes(MAX_TEXT), StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Says why that file cannot be read, as the end of a sentence; empty if there is none. */
  String unreadReason(String path) {
    File file = new File(path);
    if (!file.exists()) {
      return "";
    }
    if (!file.isFile()) {
      return file.isDirectory() ? "it is a directory" : "it is not a regular file";
    }
    return file.canRead() ? "it cannot be read" : "this user may not read it";
  }

  /** Reads an environment variable. */
  Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable));
  }

  /** Returns the name of the operating system, as {@link Platform#os} has it. */
  String os() {
    return Platform.current().os();
  }

  /**
   * Reads a number of the operating system's sysctl tree; 0 where there is none, or it is not
   * positive. By the system's program where there is no library: on the BSDs, and on macOS.
   */
  long sysctl(String name) {
    try {
      if (SelectorLibrary.load()) {
        return NativeSysctl.read(name, name.length());
      }
    } catch (LinkageError e) {
      // Another system's library, from java.library.path.
    }
    long value = Parsers.number(output("/sbin/sysctl", "-n", name), 1);
    return value > 0 ? value : Parsers.number(output("/usr/sbin/sysctl", "-n", name), 1); // macOS's
  }

  /**
   * Returns the output of a program, also of one that fails; "" if it cannot be started or exceeds
   * its limit. Called only on systems that come with the program. Reads while it runs: it waits for
   * a reader once the pipe is full.
   */
  String output(String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        process.getOutputStream().close();
        Callable<byte[]> reading = () -> process.getInputStream().readNBytes(MAX_TEXT);
        byte[] output = TimeLimit.run(reading, PROGRAM_LIMIT_SECONDS, true).value();
        return output == null ? "" : new String(output, StandardCharsets.ISO_8859_1);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return "";
    }
  }
}

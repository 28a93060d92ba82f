// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.natives.SelectorLibrary;

/** Asks the machine that this runs on; a test overrides what a machine would answer. */
class Machine {

  /** In bytes: enough for the first processors in /proc/cpuinfo, or for a program's output. */
  private static final int MAX_TEXT = 64 * 1024;

  /** In bytes: of a file that holds a number. */
  private static final int MAX_NUMBER = 4 * 1024;

  /** Files whose length says nothing: the kernel writes them when they are read. */
  private static final String LONG_FILES = "/proc/";

  /** For a program that hangs; the frequency is not worth more of a program's start. */
  private static final Duration PROGRAM_LIMIT = Duration.ofSeconds(2);

  /** Between two looks at a pipe that has no bytes, because a blocking read has no limit. */
  private static final int PAUSE_MS = 5;

  /** Reads a regular file's first bytes as text; empty if it is none or cannot be read. */
  Optional<String> file(String path) {
    File file = new File(path);
    int longest = path.startsWith(LONG_FILES) ? MAX_TEXT : MAX_NUMBER;
    try {
      // Opening a named pipe would wait for a writer.
      if (!file.isFile()) {
        return Optional.empty();
      }
      // Not a channel: cold start 10.
      try (InputStream in = new FileInputStream(file)) {
        return Optional.of(new String(in.readNBytes(longest), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Says why that file cannot be read, as the end of a sentence; empty if there is none. */
  String whyUnread(String path) {
    File file = new File(path);
    try {
      if (!file.exists()) {
        return "";
      }
      if (!file.isFile()) {
        return file.isDirectory() ? "it is a directory" : "it is not a regular file";
      }
      return file.canRead() ? "it cannot be read" : "this user may not read it";
    } catch (SecurityException e) {
      return ""; // a security manager may refuse to let it be looked at
    }
  }

  /** Reads an environment variable; empty where a security manager hides it. */
  Optional<String> environment(String variable) {
    try {
      return Optional.ofNullable(System.getenv(variable));
    } catch (SecurityException e) {
      return Optional.empty();
    }
  }

  /** Returns the value of {@code os.name}. */
  String osName() {
    try {
      return System.getProperty("os.name", "");
    } catch (SecurityException e) {
      return "";
    }
  }

  /** Reads a number of the operating system's sysctl tree; empty where there is none. */
  Optional<Long> sysctl(String name) {
    try {
      return SelectorLibrary.load() ? NativeSysctl.read(name) : SysctlByJna.read(name);
    } catch (LinkageError | RuntimeException e) {
      return Optional.empty(); // no library, and JNA is not on the path or cannot be used
    }
  }

  /**
   * Returns the output of a program; empty if it cannot be started or exceeds its limit, whatever
   * its exit status. Called only on systems that come with the program. An interrupt ends the wait,
   * and is kept.
   */
  Optional<String> output(String... command) {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
    try {
      process.getOutputStream().close();
      return read(process);
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Reads while the program runs: it waits if nobody reads what a pipe cannot hold. */
  private static Optional<String> read(Process process) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    InputStream in = process.getInputStream();
    while (System.nanoTime() - startNs < PROGRAM_LIMIT.toNanos()) {
      boolean ended = !process.isAlive(); // before available(), so that its last words are read
      int available = Math.min(in.available(), MAX_TEXT - output.size());
      output.write(in.readNBytes(available));
      if (output.size() == MAX_TEXT || ended && available == 0) {
        return Optional.of(output.toString(StandardCharsets.ISO_8859_1));
      }
      if (available == 0) {
        process.waitFor(PAUSE_MS, TimeUnit.MILLISECONDS);
      }
    }
    return Optional.empty();
  }
}

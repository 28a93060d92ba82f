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

/** The machine this runs on. */
final class LocalMachine implements Machine {

  /** In bytes: enough for the first processors in /proc/cpuinfo, or of a program's output. */
  private static final int MAX_TEXT = 64 * 1024;

  /** In bytes: of a file that holds a number. */
  private static final int MAX_NUMBER = 4 * 1024;

  private static final String LONG_FILES = "/proc/";
  private static final Duration PROGRAM_LIMIT = Duration.ofSeconds(2);
  private static final int PAUSE_MS = 5;

  @Override
  public Optional<String> file(String path) {
    File file = new File(path);
    int longest = path.startsWith(LONG_FILES) ? MAX_TEXT : MAX_NUMBER;
    try {
      // To open a named pipe is to wait for whoever may write to it.
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

  @Override
  public String whyUnread(String path) {
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
      return ""; // not to be looked at here
    }
  }

  @Override
  public Optional<String> environment(String variable) {
    try {
      return Optional.ofNullable(System.getenv(variable));
    } catch (SecurityException e) {
      return Optional.empty();
    }
  }

  @Override
  public String osName() {
    try {
      return System.getProperty("os.name", "");
    } catch (SecurityException e) {
      return "";
    }
  }

  @Override
  public Optional<Long> sysctl(String name) {
    try {
      return NativeSysctl.load() ? NativeSysctl.read(name) : SysctlByJna.read(name);
    } catch (LinkageError | RuntimeException e) {
      return Optional.empty(); // no library, and JNA is not on the path or cannot be used
    }
  }

  @Override
  public Optional<String> output(String... command) {
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

  /** Reads while it runs: a program waits when nobody reads what a pipe cannot hold. */
  private static Optional<String> read(Process process) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    InputStream in = process.getInputStream();
    while (System.nanoTime() - startNs < PROGRAM_LIMIT.toNanos()) {
      boolean ended = !process.isAlive(); // before the question what is there
      int there = Math.min(in.available(), MAX_TEXT - output.size());
      output.write(in.readNBytes(there));
      if (output.size() == MAX_TEXT || ended && there == 0) {
        return Optional.of(output.toString(StandardCharsets.ISO_8859_1));
      }
      if (there == 0) {
        process.waitFor(PAUSE_MS, TimeUnit.MILLISECONDS);
      }
    }
    return Optional.empty();
  }
}

package org.cyclecounter.selector.frequency;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The machine this runs on. */
final class LocalMachine implements Machine {

  /** Enough for the first processors in /proc/cpuinfo. */
  private static final int LONGEST = 64 * 1024;

  private static final int PROGRAM_LIMIT_S = 2;

  @Override
  public Optional<String> file(String path) {
    // Not a channel, with which a starting JVM would have to load some thirty classes.
    try (InputStream in = new FileInputStream(path)) {
      return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable));
  }

  @Override
  public String osName() {
    return System.getProperty("os.name", "");
  }

  @Override
  public Optional<Long> sysctl(String name) {
    try {
      return SysctlByJna.read(name);
    } catch (LinkageError | RuntimeException e) {
      return Optional.empty(); // JNA is not on the path, or cannot be used
    }
  }

  @Override
  public Optional<String> output(String... command) {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PROGRAM_LIMIT_S, TimeUnit.SECONDS)) {
        return Optional.empty();
      }
      byte[] output = process.getInputStream().readNBytes(LONGEST);
      return Optional.of(new String(output, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The platform the JVM runs on, under the name JNA gives it: {@code linux-x86-64}, {@code
 * darwin-aarch64}, {@code win32-x86-64}. Found from the system properties {@code os.name} and
 * {@code os.arch} alone; a security manager that hides them makes the platform an unknown one.
 *
 * @param os {@code linux}, {@code darwin}, {@code win32}, {@code freebsd} and so on
 * @param processor {@code x86-64}, {@code x86}, {@code aarch64}, {@code arm} and so on
 * @since 0.1.0
 */
public record Platform(String os, String processor) {

  private static final Platform CURRENT =
      of(property("os.name"), property("os.arch"), ByteOrder.nativeOrder());

  /**
   * Returns the platform that this JVM runs on.
   *
   * @return the platform
   */
  public static Platform current() {
    return CURRENT;
  }

  /**
   * Reads a file in which the kernel describes the machine, such as {@code /proc/cpuinfo}.
   *
   * @param file the file, of any bytes
   * @return its text without white space at its ends; empty if it cannot be read
   */
  public static String read(Path file) {
    try (InputStream in = new FileInputStream(file.toFile())) { // no channel: cold start 10
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).strip();
    } catch (IOException | SecurityException e) {
      return "";
    }
  }

  /**
   * Reads the first value of a name from a file of lines {@code name : value}, such as {@code
   * /proc/cpuinfo}.
   *
   * @param file the file
   * @param name the name
   * @return the value without white space at its ends; empty if there is none
   */
  public static String field(Path file, String name) {
    for (String line : read(file).split("\n")) { // one character: no regular expression
      int colon = line.indexOf(':');
      if (colon >= 0 && line.substring(0, colon).strip().equals(name)) {
        return line.substring(colon + 1).strip();
      }
    }
    return "";
  }

  /** Reads a property; a hidden one becomes the name of an unknown platform, shown in reasons. */
  private static String property(String name) {
    try {
      return System.getProperty(name, "");
    } catch (SecurityException e) {
      return "unknown-a-security-manager-hides-" + name;
    }
  }

  static Platform of(String osName, String osArch, ByteOrder order) {
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      os = "win32";
    } else if (os.startsWith("mac") || os.startsWith("darwin")) {
      os = "darwin";
    } else {
      os = os.replace(" ", "");
    }
    String name = osArch.toLowerCase(Locale.ROOT);
    String arch =
        switch (name) {
          case "amd64", "x86_64" -> "x86-64";
          case "i386", "i486", "i586", "i686" -> "x86";
          case "arm64" -> "aarch64";
          case "powerpc" -> "ppc";
          case "powerpc64" -> "ppc64";
          case "powerpc64le" -> "ppc64le";
          case "sparc64" -> "sparcv9";
          case "loong64" -> "loongarch64";
          default -> name;
        };
    // Some JVMs say ppc64 or mips64 for both byte orders.
    if (order == ByteOrder.LITTLE_ENDIAN && (arch.equals("ppc64") || arch.equals("mips64"))) {
      arch += arch.equals("ppc64") ? "le" : "el";
    }
    return new Platform(os, arch);
  }

  /**
   * Returns the folder of this platform's libraries in a JAR, below {@code META-INF/native/}.
   *
   * @return JNA's resource prefix, such as {@code linux-x86-64}
   */
  public String prefix() {
    return os + "-" + processor;
  }

  /**
   * Returns whether this is Linux.
   *
   * @return true on Linux
   */
  public boolean isLinux() {
    return os.equals("linux");
  }
}

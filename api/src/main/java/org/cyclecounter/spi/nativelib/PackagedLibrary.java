// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A library read from its JAR and checked against the list of its digests. This guards against
 * damage, not against whoever may write to the JAR, so a CRC-32 is enough where the list has one; a
 * SHA-256 costs a starting JVM more: cold start 7.
 */
final class PackagedLibrary {

  /** Begins the lines with a CRC-32; comments to {@code sha256sum}. */
  private static final String CRC_LINE = "# CRC-32 ";

  final String fileName;
  final byte[] bytes;

  private PackagedLibrary(String fileName, byte[] bytes) {
    this.fileName = fileName;
    this.bytes = bytes;
  }

  /**
   * Reads a library, null if there is none.
   *
   * @param resource the library
   * @param list its list of digests; paths in it are relative to the list's folder
   * @throws IOException if the JAR is damaged; the message says how
   */
  static @Nullable PackagedLibrary read(Class<?> owner, String resource, String list)
      throws IOException {
    try (ZipFile jar = ownJar(owner)) {
      byte[] bytes = bytes(owner, jar, resource);
      if (bytes == null) {
        return null;
      }
      byte[] lines = bytes(owner, jar, list);
      if (lines == null) {
        throw new IOException(list + ", which lists its digest, is missing");
      }
      String path = resource.substring(list.lastIndexOf('/') + 1);
      String digest = digest(list, new String(lines, StandardCharsets.UTF_8), path);
      if (!digest.equals(digest.length() == 8 ? crc32(bytes) : sha256(bytes))) {
        throw new IOException(resource + " does not match its digest");
      }
      return new PackagedLibrary(resource.substring(resource.lastIndexOf('/') + 1), bytes);
    }
  }

  /**
   * Returns the first digest of a path: a SHA-256 of 64 digits, in a line as {@code sha256sum}
   * writes it, or a CRC-32 of 8.
   */
  private static String digest(String list, String content, String path) throws IOException {
    String[] lines = content.split("\n"); // one character, no expression: cold start 4
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      int digits = 64;
      if (line.startsWith(CRC_LINE)) {
        line = line.substring(CRC_LINE.length());
        digits = 8;
      } else if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      // sha256sum writes an asterisk for a file that it has read as binary.
      if (line.indexOf(' ') != digits || " *".indexOf(line.charAt(digits + 1)) < 0) {
        throw new IOException(
            "line " + (i + 1) + " of " + list + " is not a digest, two spaces and a path");
      }
      if (line.substring(digits + 2).equals(path)) {
        return line.substring(0, digits);
      }
    }
    throw new IOException(list + " has no digest of " + path);
  }

  /** Returns whether a file holds exactly these bytes. A pipe or a huge file is not read. */
  boolean isCopiedIn(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) != bytes.length) {
      return false;
    }
    try (InputStream in = new FileInputStream(file.toFile())) {
      return Arrays.equals(in.readNBytes(bytes.length), bytes);
    }
  }

  /**
   * Opens the JAR on the class path that has the owner; null for an owner from elsewhere. The class
   * path's loader would look for the resource in every module of the JDK first: cold start 16.
   */
  private static @Nullable ZipFile ownJar(Class<?> owner) {
    if (owner.getModule().isNamed()
        || owner.getClassLoader() != ClassLoader.getSystemClassLoader()) {
      return null;
    }
    try {
      CodeSource source = owner.getProtectionDomain().getCodeSource();
      URL jar = source == null ? null : source.getLocation();
      return jar != null
              && "file".equals(jar.getProtocol())
              && jar.getPath().endsWith(".jar")
              && jar.getPath().indexOf('%') < 0
          ? new ZipFile(new File(jar.getPath()))
          : null;
    } catch (IOException | SecurityException e) {
      return null; // the class loader may know better, or be allowed to look
    }
  }

  private static byte @Nullable [] bytes(Class<?> owner, @Nullable ZipFile jar, String resource)
      throws IOException {
    ZipEntry entry = jar == null ? null : jar.getEntry(resource.substring(1));
    try (InputStream in =
        jar == null || entry == null
            ? owner.getResourceAsStream(resource)
            : jar.getInputStream(entry)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  /** Eight lower-case hexadecimal digits. */
  private static String crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}

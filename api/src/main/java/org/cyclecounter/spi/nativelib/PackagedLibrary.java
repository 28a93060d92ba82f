// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
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
   * @throws IOException if the list does not vouch for it; the message says why, and the remedy
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
        throw new IOException(list + ", which lists its digest, is missing; " + remedy(list));
      }
      // Bytes as characters, whatever they are: decoding UTF-8 looks at each of them.
      byte[] path = resource.substring(list.lastIndexOf('/') + 1).getBytes(UTF_8);
      String digest = digest(list, new String(lines, ISO_8859_1), new String(path, ISO_8859_1));
      if (!digest.equals(digest.length() == 8 ? crc32(bytes) : sha256(bytes))) {
        throw new IOException(
            resource
                + " does not match its digest; the JAR is damaged and must be replaced, or the"
                + " library was compiled again: "
                + remedy(list));
      }
      return new PackagedLibrary(resource.substring(resource.lastIndexOf('/') + 1), bytes);
    }
  }

  /**
   * Returns the command that lists the digests. It is for the author of the JAR; whoever uses the
   * JAR passes it on.
   */
  private static String remedy(String list) {
    String fileName = list.substring(list.lastIndexOf('/') + 1);
    return "its author lists it by: cd META-INF/native && sha256sum */*"
        + fileName.substring(0, fileName.length() - ".sha256".length())
        + ".* >"
        + fileName;
  }

  /**
   * Returns the first digest of a path: a SHA-256 of 64 digits, in a line as {@code sha256sum}
   * writes it, or a CRC-32 of 8. {@code sha256sum} may have been called in any folder: the listed
   * path may be longer, or the file's name alone. Looks at no digit on its way, because the digits
   * are most of the list and a starting JVM interprets each look.
   */
  private static String digest(String list, String content, String path) throws IOException {
    String fileName = path.substring(path.indexOf('/') + 1);
    String anywhere = "/" + path;
    int number = 1;
    for (int start = 0; start < content.length(); number++) {
      boolean isCrc = content.startsWith(CRC_LINE, start);
      boolean isDigest = isCrc || "#\r\n".indexOf(content.charAt(start)) < 0;
      int begin = start + (isCrc ? CRC_LINE.length() : 0);
      int end = begin + (isCrc ? 8 : isDigest ? 64 : 0);
      // sha256sum writes an asterisk for a file that it has read as binary.
      if (isDigest && !content.startsWith("  ", end) && !content.startsWith(" *", end)) {
        throw new IOException(
            "line "
                + number
                + " of "
                + list
                + " is not a digest, two spaces and a path; "
                + remedy(list));
      }
      int lineEnd = content.indexOf('\n', end);
      lineEnd = lineEnd < 0 ? content.length() : lineEnd;
      if (isDigest) {
        String listed = content.substring(end + 2, lineEnd).strip();
        if (listed.equals(path) || listed.equals(fileName) || listed.endsWith(anywhere)) {
          return content.substring(begin, end);
        }
      }
      start = lineEnd + 1;
    }
    throw new IOException(list + " has no digest of " + path + "; " + remedy(list));
  }

  /** Returns whether a file holds exactly these bytes. A pipe or a huge file is not read. */
  boolean isSame(Path file) throws IOException {
    byte[] content = content(file);
    return content != null && Arrays.equals(content, bytes);
  }

  /**
   * Returns whether a file that has been written holds these bytes, as far as a CRC-32 tells: the
   * comparison of a hundred kilobytes is a millisecond of a starting JVM.
   */
  boolean isCopiedIn(Path file) throws IOException {
    byte[] content = content(file);
    return content != null && crc32(content).equals(crc32(bytes));
  }

  /** Reads a file of this length; null for any other file. */
  private byte @Nullable [] content(Path path) throws IOException {
    File file = path.toFile();
    if (!file.isFile() || file.length() != bytes.length) {
      return null;
    }
    try (InputStream in = new FileInputStream(file)) {
      return in.readNBytes(bytes.length);
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

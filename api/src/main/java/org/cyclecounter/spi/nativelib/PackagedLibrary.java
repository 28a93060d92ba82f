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
 * A library read from its JAR; its bytes are those that the checksum beside it was made of. That
 * guards against damage, not against whoever may write to the JAR, so a CRC-32 will do, and not a
 * SHA-256: cold start 7.
 */
final class PackagedLibrary {

  final String fileName;
  final byte[] bytes;

  private PackagedLibrary(String fileName, byte[] bytes) {
    this.fileName = fileName;
    this.bytes = bytes;
  }

  /** Reads it, if it is there; the exception's message says what is wrong with the JAR. */
  static @Nullable PackagedLibrary read(Class<?> owner, String resource) throws IOException {
    try (ZipFile jar = ownJar(owner)) {
      byte[] bytes = bytes(owner, jar, resource);
      if (bytes == null) {
        return null;
      }
      byte[] crc32 = bytes(owner, jar, resource + ".crc32");
      byte[] digest = crc32 != null ? crc32 : bytes(owner, jar, resource + ".sha256");
      if (digest == null) {
        throw new IOException("no digest beside " + resource);
      }
      String is = crc32 != null ? crc32(bytes) : sha256(bytes);
      if (!new String(digest, StandardCharsets.US_ASCII).strip().equals(is)) {
        throw new IOException(resource + " does not match its digest");
      }
      return new PackagedLibrary(resource.substring(resource.lastIndexOf('/') + 1), bytes);
    }
  }

  /** Whether a file holds these bytes and no others. A pipe or a huge file is not read. */
  boolean isCopiedIn(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) != bytes.length) {
      return false;
    }
    try (InputStream in = new FileInputStream(file.toFile())) {
      return Arrays.equals(in.readNBytes(bytes.length), bytes);
    }
  }

  /**
   * The JAR on the class path that has the owner; null for an owner from elsewhere. The class
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

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A library read from its JAR, checked against a list of digests, and loaded from a copy. The check
 * guards against damage, not against tampering, so a CRC-32 is enough if the JAR has a list of
 * these; a SHA-256 costs a starting JVM more: cold start 7.
 */
final class PackagedLibrary {

  /** Hexadecimal digits. */
  private static final int CRC_32 = 8;

  private static final int SHA_256 = 64;

  final String fileName;
  final byte[] bytes;

  private PackagedLibrary(String fileName, byte[] bytes) {
    this.fileName = fileName;
    this.bytes = bytes;
  }

  /** Returns whether there is such a library. */
  static boolean exists(Class<?> owner, String resource) {
    try (ZipFile jar = ownJar(owner)) {
      return jar != null && jar.getEntry(resource.substring(1)) != null
          || owner.getResource(resource) != null;
    } catch (IOException e) {
      return false; // of close()
    }
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
      String path = resource.substring(list.lastIndexOf('/') + 1);
      String crcs = list.substring(0, list.lastIndexOf('.')) + ".crc32";
      String crc = listed(owner, jar, crcs, CRC_32, path);
      String digest = crc != null ? crc : listed(owner, jar, list, SHA_256, path);
      if (digest == null) {
        throw new IOException(list + ", which lists its digest, is missing; " + remedy(list));
      }
      if (!digest.equals(crc != null ? crc32(bytes) : sha256(bytes))) {
        throw new IOException(
            resource
                + " does not match its digest; the JAR is damaged and must be replaced, or the"
                + " library was compiled again: "
                + remedy(crc != null ? crcs : list));
      }
      return new PackagedLibrary(resource.substring(resource.lastIndexOf('/') + 1), bytes);
    }
  }

  /**
   * Returns the command that lists the digests. It is for the author of the JAR; a user of the JAR
   * passes it on.
   */
  private static String remedy(String list) {
    String fileName = list.substring(list.lastIndexOf('/') + 1);
    String name = fileName.substring(0, fileName.lastIndexOf('.'));
    String remedy = "cd META-INF/native && sha256sum */*" + name + ".* >" + name + ".sha256";
    return "its author lists it by: "
        + remedy
        + (fileName.endsWith(".crc32") ? " && rm " + fileName : "");
  }

  /**
   * Returns the first digest of a path in a list, null if there is no list. A line is as {@code
   * sha256sum} writes it. That may have been called in any folder: the listed path may be longer,
   * or the file's name alone. Looks at no digit on its way, because the digits are most of the list
   * and a starting JVM interprets each look.
   */
  private static @Nullable String listed(
      Class<?> owner, @Nullable ZipFile jar, String list, int digits, String path)
      throws IOException {
    byte[] lines = bytes(owner, jar, list);
    if (lines == null) {
      return null;
    }
    // Bytes as characters, whatever they are: decoding UTF-8 looks at each of them.
    String content = new String(lines, ISO_8859_1);
    String wanted = new String(path.getBytes(UTF_8), ISO_8859_1);
    String fileName = wanted.substring(wanted.indexOf('/') + 1);
    String anywhere = "/" + wanted;
    int number = 1;
    for (int start = 0; start < content.length(); number++) {
      boolean isDigest = "#\r\n".indexOf(content.charAt(start)) < 0;
      int end = start + (isDigest ? digits : 0);
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
        if (listed.equals(wanted) || listed.equals(fileName) || listed.endsWith(anywhere)) {
          return content.substring(start, end);
        }
      }
      start = lineEnd + 1;
    }
    throw new IOException(list + " has no digest of " + wanted + "; " + remedy(list));
  }

  /**
   * Copies it to where the system can load it, and loads it from there; adds each problem to {@code
   * probed}.
   *
   * @return the remedy if it cannot be loaded; null if it is
   */
  @Nullable String load(NativeLibrary.Loader load, List<String> probed) {
    Map<String, String> basesByProblem = new LinkedHashMap<>();
    boolean loaded = false;
    boolean refused = false;
    for (String base : PrivateDirectory.bases()) {
      String problem;
      try {
        problem = loadBelow(base, load);
      } catch (UnsatisfiedLinkError e) {
        refused = true;
        problem = "the system refuses the library: " + e.getMessage();
      }
      if (problem == null) {
        loaded = true;
        break;
      }
      basesByProblem.merge(problem, base, (first, other) -> first + ", " + other);
    }
    for (Map.Entry<String, String> entry : basesByProblem.entrySet()) {
      probed.add(entry.getValue() + ": " + entry.getKey());
    }
    return loaded
        ? null
        : refused ? "a JAR with a library for this machine is needed" : directoryRemedy();
  }

  /** Returns true if this process cannot open another file. */
  static boolean isOutOfFiles() {
    // Nothing else keeps a process from this one, and the system's words are of any language.
    Path own = Path.of("/proc/self/stat");
    return Files.exists(own) && Platform.read(own).isEmpty();
  }

  private String directoryRemedy() {
    return isOutOfFiles()
        ? "raise the limit of open files (ulimit -n)"
        : "-D"
            + NativeLibrary.DIRECTORY_PROPERTY
            + " can name a writable directory without noexec, such as a tmpfs; otherwise"
            + " put on java.library.path the JAR's "
            + fileName;
  }

  /** Loads from a private directory below {@code base}; returns the problem, null on success. */
  private @Nullable String loadBelow(String base, NativeLibrary.Loader load) {
    try (PrivateDirectory directory = PrivateDirectory.createBelow(Path.of(base))) {
      Path file = directory.write(fileName, bytes);
      // Hazard: code mapped from a truncated file ends the JVM with SIGBUS.
      if (!isCopiedIn(file)) {
        return "the copy differs from what was written; the disk may be failing";
      }
      try {
        load.load(file.toString());
        return null;
      } catch (UnsatisfiedLinkError e) {
        String message = String.valueOf(e.getMessage());
        // glibc's message if a segment cannot be mapped as code from a file system mounted noexec
        if (message.contains("failed to map segment") || message.contains("not permitted")) {
          return "the file system does not allow execution (noexec)";
        }
        throw new UnsatisfiedLinkError(message.replace(file.toString(), fileName));
      }
    } catch (IOException | SecurityException | InvalidPathException e) {
      return PrivateDirectory.sentence(e);
    }
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

package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies a packaged library to where the system can load it, and loads it from there. */
final class Extraction {

  private Extraction() {}

  /** Loads the resource; false, with a sentence for each place in {@code tried}, if it cannot. */
  static boolean loadFrom(
      Class<?> owner, String resource, NativeLibrary.Loader load, List<String> tried) {
    byte[] library;
    String digest;
    try {
      library = read(owner, resource);
      if (library == null) {
        tried.add("its JAR: no library for " + Platform.current().prefix());
        return false;
      }
      byte[] packagedDigest = read(owner, resource + ".sha256");
      if (packagedDigest == null) {
        tried.add("its JAR: no digest beside " + resource);
        return false;
      }
      digest = new String(packagedDigest, StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      tried.add("its JAR: " + sentence(e));
      return false;
    }
    if (!digest.equals(sha256(library))) {
      tried.add("its JAR: " + resource + " does not match its digest; the JAR is damaged");
      return false;
    }
    String fileName = resource.substring(resource.lastIndexOf('/') + 1);
    for (Path base : bases()) {
      String problem = loadBelow(base, fileName, library, digest, load);
      if (problem == null) {
        return true;
      }
      tried.add(base + ": " + problem);
    }
    return false;
  }

  /** Null when the library was loaded from a private directory below {@code base}. */
  private static @Nullable String loadBelow(
      Path base, String fileName, byte[] library, String digest, NativeLibrary.Loader load) {
    PrivateDirectory.deleteStale(base);
    PrivateDirectory directory;
    try {
      directory = PrivateDirectory.createBelow(base);
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return "cannot make a private directory: " + sentence(e);
    }
    try (directory) {
      Path file = directory.path().resolve(fileName);
      Files.write(file, library, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (!digest.equals(sha256(Files.readAllBytes(file)))) {
        return "the copy does not match its digest";
      }
      load.load(file.toAbsolutePath().toString());
      return null;
    } catch (IOException e) {
      return "cannot write the library: " + sentence(e);
    } catch (UnsatisfiedLinkError e) {
      String message = String.valueOf(e.getMessage());
      // glibc's words when a segment cannot be mapped as code from a file system mounted noexec
      boolean noexec =
          message.contains("failed to map segment") || message.contains("not permitted");
      return noexec
          ? "nothing can be executed from there (noexec)"
          : message.replace(directory.path().toString(), "...");
    }
  }

  private static List<Path> bases() {
    List<Path> bases = new ArrayList<>();
    add(bases, System.getProperty(NativeLibrary.DIRECTORY_PROPERTY), "");
    add(bases, System.getProperty("java.io.tmpdir"), "");
    add(bases, System.getenv("XDG_RUNTIME_DIR"), "");
    add(bases, System.getProperty("user.home"), ".cache");
    add(bases, System.getProperty("user.dir"), "");
    return bases;
  }

  private static void add(List<Path> bases, @Nullable String directory, String child) {
    if (directory == null || directory.isBlank()) {
      return;
    }
    Path base = Path.of(directory, child).toAbsolutePath().normalize();
    if (!bases.contains(base)) {
      bases.add(base);
    }
  }

  private static byte @Nullable [] read(Class<?> owner, String resource) throws IOException {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private static String sentence(Exception e) {
    if (e instanceof FileSystemException f && f.getReason() == null) {
      return f.getClass().getSimpleName() + " " + f.getFile();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}

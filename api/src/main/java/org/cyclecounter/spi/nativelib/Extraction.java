// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies a packaged library to where the system can load it, and loads it from there. */
final class Extraction {

  private Extraction() {}

  /**
   * Loads a library; adds each problem to {@code probed}.
   *
   * @return the remedy if it cannot be loaded; null if it is
   */
  static @Nullable String load(
      PackagedLibrary library, NativeLibrary.Loader load, List<String> probed) {
    Map<String, String> basesByProblem = new LinkedHashMap<>();
    boolean loaded = false;
    boolean refused = false;
    for (String base : bases()) {
      String problem;
      try {
        problem = loadBelow(base, library, load);
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
        : refused ? "a JAR with a library for this machine is needed" : remedy(library.fileName);
  }

  /** Returns true if this process cannot open another file. */
  static boolean isOutOfFiles() {
    // Nothing else keeps a process from this one, and the system's words are of any language.
    Path own = Path.of("/proc/self/stat");
    return Files.exists(own) && Platform.read(own).isEmpty();
  }

  private static String remedy(String fileName) {
    return isOutOfFiles()
        ? "raise the limit of open files (ulimit -n)"
        : "-D"
            + NativeLibrary.DIRECTORY_PROPERTY
            + " can name a writable directory without noexec, such as a tmpfs; otherwise"
            + " put on java.library.path the JAR's "
            + fileName;
  }

  /** Loads from a private directory below {@code base}; returns the problem, null on success. */
  private static @Nullable String loadBelow(
      String base, PackagedLibrary library, NativeLibrary.Loader load) {
    try (PrivateDirectory directory = PrivateDirectory.createBelow(Path.of(base))) {
      Path file = directory.write(library.fileName, library.bytes);
      // Hazard: code mapped from a truncated file ends the JVM with SIGBUS.
      if (!library.isCopiedIn(file)) {
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
        throw new UnsatisfiedLinkError(message.replace(file.toString(), library.fileName));
      }
    } catch (IOException | SecurityException | InvalidPathException e) {
      return sentence(e);
    }
  }

  /** Puts an exception of the file system in words: its message is often a path alone. */
  static String sentence(Exception e) {
    if (e instanceof NoSuchFileException missing) {
      // What is missing may be what was made there, deleted by a cleaner of temporary files.
      return String.valueOf(missing.getFile()).contains(PrivateDirectory.PREFIX)
          ? "a new directory in it is gone at once"
          : "does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "this user may not write there";
    }
    if (e instanceof FileNotFoundException) {
      String message = String.valueOf(e.getMessage()); // the file's whole path (the system's words)
      return "the copy there cannot be opened "
          + message.substring(Math.max(0, message.lastIndexOf('(')));
    }
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  /** Lists the directories to try, in the order that {@link NativeLibrary} documents. */
  static Set<String> bases() {
    Set<String> bases = new LinkedHashSet<>();
    add(bases, System.getProperty(NativeLibrary.DIRECTORY_PROPERTY), "");
    add(bases, System.getProperty("java.io.tmpdir"), "");
    add(bases, System.getenv("XDG_RUNTIME_DIR"), "");
    add(bases, System.getProperty("user.home"), ".cache");
    add(bases, System.getProperty("user.dir"), "");
    return bases;
  }

  private static void add(Set<String> bases, @Nullable String directory, String child) {
    if (directory == null || directory.isBlank()) {
      return;
    }
    try {
      bases.add(Path.of(directory, child).toAbsolutePath().normalize().toString());
    } catch (InvalidPathException e) {
      bases.add(directory); // refused later, with a reason
    }
  }
}

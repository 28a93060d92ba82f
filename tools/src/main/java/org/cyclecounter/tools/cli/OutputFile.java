// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Optional;
import java.util.UUID;

/**
 * A file that a command writes. An existing one is replaced at once when all has been written: who
 * reads it meanwhile has the old one or the new one, whole. The name {@code -} is the standard
 * output.
 */
public record OutputFile(String name) {

  private static final String STANDARD_OUTPUT = "-";

  public boolean isStandardOutput() {
    return name.equals(STANDARD_OUTPUT);
  }

  /**
   * Why it could not be written, in a sentence, so that nobody waits for what would be lost; empty
   * where nothing is known to be in the way.
   */
  public Optional<String> check() {
    if (isStandardOutput()) {
      return Optional.empty();
    }
    return failure(
        () -> {
          Path target = target();
          Path folder = target.getParent();
          if (Files.isDirectory(target)) {
            return "it is a folder";
          }
          if (!isReplaceable(target) || folder == null) {
            return "";
          }
          if (!Files.isDirectory(folder)) {
            return "the folder " + folder + " does not exist";
          }
          return Files.isWritable(folder) ? "" : "the folder " + folder + " is not writable";
        });
  }

  /** Writes it, in UTF-8, and returns a sentence that says why it could not; empty where it was. */
  public Optional<String> write(String text, PrintWriter out) {
    if (isStandardOutput()) {
      out.print(text);
      out.flush();
      return Optional.empty();
    }
    return failure(
        () -> {
          Path target = target();
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          if (isReplaceable(target)) {
            replace(target, bytes);
          } else {
            Files.write(target, bytes, StandardOpenOption.WRITE); // a device or a pipe
          }
          return "";
        });
  }

  /** What is done with a file, and why it could not be; empty where it was. */
  private interface Action {
    String run() throws IOException;
  }

  private Optional<String> failure(Action action) {
    String why;
    try {
      why = action.run();
    } catch (IOException e) {
      why = why(e);
    } catch (InvalidPathException e) {
      why = e.getReason();
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of("The file '" + name + "' cannot be written: " + why + ".");
  }

  /** What a symbolic link leads to is replaced, not the link. */
  private Path target() throws IOException {
    Path path = Path.of(name).toAbsolutePath();
    return Files.exists(path) ? path.toRealPath() : path;
  }

  private static boolean isReplaceable(Path target) {
    return !Files.exists(target) || Files.isRegularFile(target);
  }

  private static void replace(Path target, byte[] bytes) throws IOException {
    Path written = target.resolveSibling("." + UUID.randomUUID() + ".tmp");
    try {
      Files.write(written, bytes, StandardOpenOption.CREATE_NEW);
      keepPermissions(target, written);
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null && Files.exists(from)) {
      view.setPermissions(Files.getPosixFilePermissions(from));
    }
  }

  private static String why(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "its folder does not exist";
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }
}

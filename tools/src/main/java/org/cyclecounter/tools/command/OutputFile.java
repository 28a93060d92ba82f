// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file that a command writes. An existing one is replaced at once when all has been written:
 * readers see the old one or the new one, whole. The name {@code -} is the standard output, and so
 * is {@code /dev/stdout}.
 *
 * <p>Hazards: a process that is killed while it writes leaves its temporary file, whose name begins
 * with a dot; hard links keep the old file, because the new one takes its name only; a new file has
 * the permissions of the old one, but not its owner.
 */
public record OutputFile(String name) {

  /** All are the command's own output: to these paths {@link CommandOutput} lets others print. */
  private static final List<String> STANDARD_OUTPUT =
      List.of("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

  /**
   * Returns an option's file; refuses a name that cannot be one, and a file that cannot be written:
   * seconds of measuring would be lost for it.
   *
   * @param option its name, such as {@code --html}
   * @param name null if the option is not set
   * @param isJsonToo whether the standard output is taken by JSON
   */
  public static @Nullable OutputFile of(String option, @Nullable String name, boolean isJsonToo) {
    if (name == null) {
      return null;
    }
    if (name.isEmpty()) {
      throw new BadUsage("%s needs a file name.", option);
    }
    OutputFile file = new OutputFile(name);
    if (file.isStandardOutput() && isJsonToo) {
      throw new BadUsage(
          "%s - and --json cannot both be written to the standard output: give %s a file.",
          option, option);
    }
    try {
      file.check();
    } catch (IOException | InvalidPathException e) {
      throw new BadUsage("%s", file.sentence(e));
    }
    return file;
  }

  public boolean isStandardOutput() {
    return STANDARD_OUTPUT.contains(name);
  }

  /**
   * Checks, before anything is measured, that the file can be written as far as is known.
   *
   * <p>That is no promise: a disk may fill up, and the folder may go, while counters are measured.
   */
  private void check() throws IOException {
    if (isStandardOutput()) {
      return;
    }
    Path target = target();
    Path folder = target.getParent();
    if (Files.isDirectory(target)) {
      throw new FileSystemException(name, null, "it is a folder");
    }
    boolean isThere = folder == null || Files.isDirectory(folder);
    if (isReplaceable(target) && folder != null && !(isThere && Files.isWritable(folder))) {
      String reason = isThere ? " is not writable" : " does not exist";
      throw new FileSystemException(name, null, "the folder " + folder + reason);
    }
  }

  /**
   * Writes the file in UTF-8.
   *
   * @throws CommandFailure if it cannot be written, with the reason
   */
  public void write(String text, PrintWriter out) {
    if (isStandardOutput()) {
      out.print(text);
      out.flush();
      return;
    }
    try {
      Path target = target();
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (isReplaceable(target)) {
        replace(target, bytes);
      } else {
        // Neither created nor truncated: /dev/stderr and named pipes are written as they are.
        Files.write(target, bytes, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException | InvalidPathException e) {
      throw new CommandFailure(sentence(e));
    }
  }

  private String sentence(Exception e) {
    return "The file '" + name + "' cannot be written: " + reason(e) + ".";
  }

  /** Follows a symbolic link: the file that it leads to is replaced, not the link. */
  private Path target() throws IOException {
    Path path = Path.of(name).toAbsolutePath();
    return Files.exists(path) ? path.toRealPath() : path;
  }

  /** Returns false for devices and pipes, which a move would replace by a file. */
  private static boolean isReplaceable(Path target) {
    return !Files.exists(target) || Files.isRegularFile(target);
  }

  /**
   * Writes beside the target and moves: within a folder a move is atomic, between file systems it
   * is not possible.
   */
  private static void replace(Path target, byte[] bytes) throws IOException {
    // Random: two processes that write the same file use different names. Globs skip a dot.
    Path written = target.resolveSibling("." + UUID.randomUUID() + ".tmp");
    try {
      Files.write(written, bytes, StandardOpenOption.CREATE_NEW);
      keepPermissions(target, written);
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      // It is gone already if it was moved.
      Files.deleteIfExists(written);
    }
  }

  /**
   * Gives a file another one's permissions; on file systems without POSIX's, Windows's, does
   * nothing.
   */
  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null && Files.exists(from)) {
      view.setPermissions(Files.getPosixFilePermissions(from));
    }
  }

  /** Says what went wrong; the JDK's messages of the commonest two are a path and nothing else. */
  private static String reason(Exception e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "its folder does not exist";
    }
    if (e instanceof InvalidPathException path) {
      return path.getReason();
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }
}

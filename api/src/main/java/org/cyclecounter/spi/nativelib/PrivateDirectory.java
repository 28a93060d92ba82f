// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A new directory that only its owner may enter, in a place where no other user can replace it. It
 * holds one file, and both are deleted on close where the system allows that. (Windows does not
 * delete a library that is in use: a later JVM does, as it does with what a killed JVM left.)
 *
 * <p>Public only because the selector, another module, needs it too. A provider extracts its
 * library with {@link NativeLibrary}.
 *
 * @since 0.1.0
 */
public final class PrivateDirectory implements AutoCloseable {

  static final String PREFIX = "cyclecounter-native-";

  /**
   * A load takes milliseconds: a directory this old belongs to a JVM that was killed while it
   * loaded.
   */
  private static final Duration STALE = Duration.ofMinutes(10);

  /**
   * Time limit of the search for stale directories: others may have planted any number of names.
   */
  private static final Duration SEARCH = Duration.ofMillis(20);

  /** Size of the folder itself in bytes: a few thousand names. */
  private static final long LARGE_FOLDER = 256 * 1024;

  /** On Windows the user's own temporary directory is private. */
  private static final boolean UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  /** Not of a string: that makes an EnumSet, the first of which costs Java 25 some reflection. */
  private static final Set<PosixFilePermission> OWNER_ONLY =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private static final String UID = "uid";
  private static final Integer NOBODY = 65534; // here, so that no class is loaded for it
  private static final String MODE = "mode";
  private static final int MAX_TRIES = 1000;
  private static final int OTHERS_MAY_WRITE = 0022;
  private static final int STICKY = 01000;

  private final Path path;
  private @Nullable Path file;

  private PrivateDirectory(Path path) {
    this.path = path;
  }

  /**
   * Creates one below the first suitable directory of those in which {@link NativeLibrary} extracts
   * libraries.
   *
   * @return the directory, empty
   * @throws IOException if none is suitable; the message has the reason of each
   */
  public static PrivateDirectory create() throws IOException {
    StringBuilder problems = new StringBuilder("no private directory can be made");
    for (String base : bases()) {
      try {
        return createBelow(Path.of(base));
      } catch (IOException | SecurityException | InvalidPathException e) {
        problems.append("; ").append(base).append(": ").append(sentence(e));
      }
    }
    throw new IOException(problems.toString());
  }

  /**
   * Creates one, and deletes those that killed JVMs of this user left beside it.
   *
   * @throws FileSystemException if others could replace it
   */
  static PrivateDirectory createBelow(Path base) throws IOException {
    // Links are resolved once: what is checked below is what is used.
    Path real = UNIX ? base.toRealPath() : base;
    PrivateDirectory directory = new PrivateDirectory(createNew(real));
    try {
      if (UNIX) {
        directory.checkThatNobodyElseCanReplaceIt();
      }
      directory.deleteStaleSiblings();
      return directory;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Creates the directory. mkdir(2) refuses a name that is taken, so a guessable name is no hazard.
   * (Files.createTempDirectory asks SecureRandom: cold start 6.)
   */
  private static Path createNew(Path base) throws IOException {
    for (int tries = 1; ; tries++) {
      long number = System.nanoTime() ^ (long) System.identityHashCode(new Object()) << 32;
      try {
        Path path = base.resolve(PREFIX + Long.toUnsignedString(number, 36));
        return UNIX
            ? Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
            : Files.createDirectory(path);
      } catch (FileAlreadyExistsException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  /**
   * Refuses a directory that another user could replace. A user who may write to a directory may
   * rename its entries, unless it has the sticky bit; its owner may always. So every directory up
   * to the root has to belong to this user or to root, and to be writable by them alone or sticky.
   * (ACLs that let others write show as the group's permission.)
   */
  private void checkThatNobodyElseCanReplaceIt() throws IOException {
    // The new directory has this user's number. In a user namespace root may have another one than
    // 0; the owner of the root directory controls the system in any case. If the namespace does not
    // map root, that number is everybody's whom it does not map.
    Object user = attributes(path).get(UID);
    Object root = attributes(Objects.requireNonNull(path.getRoot())).get(UID);
    // A start as usual reads no file for this.
    boolean hasOwners = Objects.equals(root, 0) && !Objects.equals(user, NOBODY);
    Object nobody = hasOwners ? null : UserNamespace.nobody();
    for (Path step = path; step != null; step = step.getParent()) {
      Map<String, Object> attributes = attributes(step);
      Object uid = attributes.get(UID);
      if (nobody != null && Objects.equals(uid, nobody)) {
        if (!step.equals(path) && !UserNamespace.isRoots(step)) {
          throw replaceable(step + " belongs to some user that this user namespace does not map");
        }
      } else if (!Objects.equals(uid, user)
          && !Objects.equals(uid, root)
          && !Objects.equals(uid, 0)) {
        throw replaceable(
            step + " belongs to the user " + Files.getOwner(step, LinkOption.NOFOLLOW_LINKS));
      }
      int mode = (int) Objects.requireNonNull(attributes.get(MODE));
      if ((mode & OTHERS_MAY_WRITE) != 0 && (mode & STICKY) == 0) {
        throw replaceable(
            step + " has mode " + Integer.toOctalString(mode & 07777) + " and no sticky bit");
      }
    }
  }

  private FileSystemException replaceable(String why) {
    return new FileSystemException(
        path.toString(), null, "other users may replace files in it: " + why);
  }

  /** Reads the user's number and the mode, in one call of the system. */
  private static Map<String, Object> attributes(Path path) throws IOException {
    return Files.readAttributes(path, "unix:" + UID + "," + MODE, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Writes its file, once.
   *
   * @param fileName the file's name, without a directory
   * @param bytes its content
   * @return the file
   * @throws IOException if it cannot be written; an incomplete file is deleted on close
   */
  public Path write(String fileName, byte[] bytes) throws IOException {
    Path created = path.resolve(fileName);
    file = created;
    // Not a channel: an interrupted thread would close it; and cold start 10.
    try (OutputStream out = new FileOutputStream(created.toFile())) {
      out.write(bytes);
    }
    return created;
  }

  /** Deletes stale directories; one that cannot be deleted is left to a later JVM. */
  private void deleteStaleSiblings() {
    long startNs = System.nanoTime();
    String ownName = path.getFileName().toString();
    try {
      for (String name : names(Objects.requireNonNull(path.getParent()))) {
        if (name.startsWith(PREFIX) && !name.equals(ownName)) {
          deleteIfStale(path.resolveSibling(name));
          if (System.nanoTime() - startNs > SEARCH.toNanos()) {
            return;
          }
        }
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      return; // not to be listed
    }
  }

  /**
   * Lists a folder, a large one as far as the time for a search allows. (Not a stream: cold start
   * 10.)
   */
  private static List<String> names(Path folder) throws IOException {
    File file = folder.toFile();
    if (file.length() <= LARGE_FOLDER) {
      String[] names = file.list();
      return names == null ? List.of() : Arrays.asList(names);
    }
    long startNs = System.nanoTime();
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder)) {
      for (Path sibling : siblings) {
        names.add(sibling.getFileName().toString());
        if (names.size() % 16 == 0 && System.nanoTime() - startNs > SEARCH.toNanos()) {
          break;
        }
      }
    }
    return names;
  }

  /**
   * Deletes a directory if it belongs to this user, has this one's mode and is old. Hazard: another
   * user could replace their own by a link at any time, and the files behind it would be deleted.
   */
  private void deleteIfStale(Path sibling) {
    try {
      boolean isAlike =
          UNIX
              ? attributes(sibling).equals(attributes(path))
              : Files.isDirectory(sibling, LinkOption.NOFOLLOW_LINKS);
      // Both times are by the file system's clock; one that was put back leaves later times.
      Duration age = Duration.between(modified(sibling), modified(path)).abs();
      if (isAlike && age.compareTo(STALE) > 0) {
        for (String name : names(sibling)) {
          Files.deleteIfExists(sibling.resolve(name));
        }
        Files.deleteIfExists(sibling);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // already deleted, or not empty: not one of ours
    }
  }

  private static Instant modified(Path path) throws IOException {
    return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
  }

  /** Deletes the directory and its file; if they are in use, a later JVM does. */
  @Override
  public void close() {
    try {
      // Without listing the directory first: a 32-bit process may be unable to.
      if (file != null) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(path);
    } catch (IOException | SecurityException e) {
      return; // in use (Windows): a later JVM tries again
    }
  }

  /** Puts an exception of the file system in words: its message is often a path alone. */
  static String sentence(Exception e) {
    if (e instanceof NoSuchFileException missing) {
      // What is missing may be what was made there, deleted by a cleaner of temporary files.
      return String.valueOf(missing.getFile()).contains(PREFIX)
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

package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * A directory only its owner may enter, with a name nobody can guess, deleted with all its files on
 * close where the system allows that. (Windows does not delete a library that is in use: the next
 * JVM does.)
 */
final class PrivateDirectory implements AutoCloseable {

  private static final String PREFIX = "cyclecounter-native-";

  /** A load takes milliseconds: a directory this old belongs to a JVM that was killed meanwhile. */
  private static final Duration STALE = Duration.ofMinutes(10);

  private final Path path;

  private PrivateDirectory(Path path) {
    this.path = path;
  }

  static PrivateDirectory createBelow(Path base) throws IOException {
    Set<PosixFilePermission> ownerOnly = PosixFilePermissions.fromString("rwx------");
    FileAttribute<?>[] attributes =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(ownerOnly)}
            : new FileAttribute<?>[0]; // on Windows the user's own temporary directory is private
    return new PrivateDirectory(Files.createTempDirectory(base, PREFIX, attributes));
  }

  Path path() {
    return path;
  }

  /** Deletes what killed JVMs of this user left behind; whatever goes wrong is left for later. */
  static void deleteStale(Path base) {
    Instant limit = Instant.now().minus(STALE);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(base, PREFIX + "*")) {
      for (Path entry : entries) {
        // Links are not followed: another user may have planted one under such a name.
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
            && Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
                .toInstant()
                .isBefore(limit)) {
          new PrivateDirectory(entry).close();
        }
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      return; // not ours to delete, or gone already
    }
  }

  @Override
  public void close() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      return; // in use (Windows) or not ours
    }
    try {
      Files.deleteIfExists(path);
    } catch (IOException | SecurityException e) {
      return; // a later JVM tries again
    }
  }
}

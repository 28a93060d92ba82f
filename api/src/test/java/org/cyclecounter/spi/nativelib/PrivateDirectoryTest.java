// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may replace a private directory, and which ones are deleted. */
class PrivateDirectoryTest {

  private static final String OTHERS = "other users may replace files in it: ";

  @TempDir Path base;

  @BeforeAll
  static void onUnix() {
    assumeTrue(
        !Platform.current().os().equals("win32"), "Windows has no such owners and permissions");
  }

  private Path directory(String name, String permissions) throws IOException {
    Path directory = Files.createDirectory(base.resolve(name));
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
  }

  private static void giveAway(Path path) throws IOException {
    assumeTrue(
        System.getProperty("user.name").equals("root"),
        "only root can give a file to another user");
    Files.setAttribute(path, "unix:uid", 65534);
  }

  private static void makeStale(Path path, int seconds) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(seconds)));
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static void create(Path base) throws IOException {
    PrivateDirectory.createBelow(base).close();
  }

  private static void assertRefused(Path base, String reason) throws IOException {
    assertThatThrownBy(() -> create(base))
        .isInstanceOfSatisfying(
            FileSystemException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
    try (Stream<Path> left = Files.list(base)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aBaseInWhichOthersMayRenameIsRefused() throws Exception {
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    assertRefused(open, OTHERS + open + " has mode 777 and no sticky bit");
    Files.setAttribute(open, "unix:mode", 01777);
    create(open);
    Files.setAttribute(open, "unix:mode", 0775);
    assertRefused(open, OTHERS + open + " has mode 775 and no sticky bit");
  }

  @Test
  void soIsABaseBelowSuchADirectory() throws Exception {
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    assertRefused(
        directory("open/own", "rwx------"), OTHERS + open + " has mode 777 and no sticky bit");
  }

  @Test
  void aBaseOfAnotherUserIsRefusedEvenWithTheStickyBit() throws Exception {
    Path theirs = directory("theirs", "rwxrwxrwx").toRealPath();
    Files.setAttribute(theirs, "unix:mode", 01777);
    giveAway(theirs);
    assertRefused(
        theirs,
        OTHERS
            + theirs
            + " belongs to the user "
            + Files.getOwner(theirs)); // nobody, where that has a name
  }

  @Test
  void aLinkToABaseIsFollowedOnce() throws Exception {
    Path link = base.resolve("link");
    create(Files.createSymbolicLink(link, directory("target", "rwx------")));
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    Path toOpen = Files.createSymbolicLink(base.resolve("to-open"), open);
    assertRefused(toOpen, OTHERS + open + " has mode 777 and no sticky bit");
  }

  @Test
  void whatAKilledJvmOfThisUserLeftBehindIsDeletedAndNothingElse() throws Exception {
    Path stale = directory("cyclecounter-native-stale", "rwx------");
    Files.write(stale.resolve("left"), new byte[] {1});
    Path fromTheFuture = directory("cyclecounter-native-future", "rwx------");
    Path inUse = directory("cyclecounter-native-young", "rwx------");
    Path full = directory("cyclecounter-native-full", "rwx------");
    Files.createDirectories(full.resolve("not/of/ours"));
    Path shared = directory("cyclecounter-native-shared", "rwxr-xr-x");
    Path precious = directory("precious", "rwx------");
    Files.write(precious.resolve("keep"), new byte[] {1});
    Path link =
        Files.createSymbolicLink(base.resolve("cyclecounter-native-link"), Path.of("precious"));
    for (Path old : new Path[] {stale, full, shared, precious}) {
      makeStale(old, 3600);
    }
    makeStale(fromTheFuture, -3600);
    // One search ends after 20 ms, and begins with any of them; what it leaves is the next one's.
    for (int tries = 0; tries < 1000 && (exists(stale) || exists(fromTheFuture)); tries++) {
      create(base);
    }
    assertThat(stale).doesNotExist();
    assertThat(fromTheFuture).doesNotExist();
    assertThat(inUse).exists();
    assertThat(full.resolve("not/of/ours")).exists();
    assertThat(shared).exists();
    assertThat(link).isSymbolicLink();
    assertThat(precious.resolve("keep")).exists();
  }

  @Test
  void anotherUsersDirectoryIsNotDeleted() throws Exception {
    Path theirs = directory("cyclecounter-native-theirs", "rwx------");
    Path file = Files.write(theirs.resolve("file"), new byte[] {1});
    makeStale(theirs, 3600);
    giveAway(theirs);
    create(base);
    assertThat(file).exists();
  }

  @Test
  void theFirstBaseThatWillDoIsTaken() throws Exception {
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    Path safe = directory("safe", "rwx------").toRealPath();
    String temporary = System.getProperty("java.io.tmpdir");
    System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, open.toString());
    System.setProperty("java.io.tmpdir", safe.toString());
    try (PrivateDirectory made = PrivateDirectory.create()) {
      Path file = made.write("child.jar", new byte[] {1, 2});
      assertThat(file)
          .startsWith(safe)
          .hasFileName("child.jar")
          .hasBinaryContent(new byte[] {1, 2});
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
          .isEqualTo("rwx------");
    } finally {
      System.clearProperty(NativeLibrary.DIRECTORY_PROPERTY);
      System.setProperty("java.io.tmpdir", temporary);
    }
    try (Stream<Path> left = Stream.concat(Files.list(open), Files.list(safe))) {
      assertThat(left).isEmpty();
    }
  }
}

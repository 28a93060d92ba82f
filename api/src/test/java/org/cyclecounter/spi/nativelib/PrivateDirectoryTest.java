// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners and modes of private directories, and their deletion. */
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
    giveAway(path, 65534);
  }

  private static void giveAway(Path path, int user) throws IOException {
    assumeTrue(
        System.getProperty("user.name").equals("root"),
        "only root can give a file to another user");
    Files.setAttribute(path, "unix:uid", user);
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
  void refusesBaseInOrBelowWhichOthersMayRename() throws Exception {
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    assertRefused(open, OTHERS + open + " has mode 777 and no sticky bit");
    Path own = directory("open/own", "rwx------");
    assertRefused(own, OTHERS + open + " has mode 777 and no sticky bit");
    Files.delete(own); // a refused base has to be empty
    Files.setAttribute(open, "unix:mode", 01777);
    create(open);
    Files.setAttribute(open, "unix:mode", 0775);
    assertRefused(open, OTHERS + open + " has mode 775 and no sticky bit");
  }

  @Test
  void refusesStickyBaseOfAnotherUser() throws Exception {
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

  /** Reads captured files: of the first namespace, of one that maps all, and of others. */
  @Test
  void namespaceThatDoesNotMapEachUserHasNobody() throws Exception {
    Path map = base.resolve("uid_map");
    Path overflow = Files.writeString(base.resolve("overflowuid"), "65533\n");
    Files.writeString(map, "         0          0 4294967295\n");
    assertThat(UserNamespace.nobody(map, overflow)).isNull();
    for (String some : List.of("1001 1001 1\n", "", "0 1000 1\n1 100000 65536\n")) {
      Files.writeString(map, some);
      assertThat(UserNamespace.nobody(map, overflow)).as(some).isEqualTo(65533);
    }
    assertThat(UserNamespace.nobody(map, base.resolve("none"))).isEqualTo(65534);
    assertThat(UserNamespace.nobody(base.resolve("none"), overflow)).isNull();
  }

  /** Tries each directory named, in a process of another user's. */
  static final class Program {
    private Program() {}

    public static void main(String[] bases) {
      for (String base : bases) {
        try {
          create(Path.of(base));
          System.out.println("taken");
        } catch (IOException e) {
          System.out.println(e instanceof FileSystemException f ? f.getReason() : e);
        }
      }
    }
  }

  @Test
  void refusesDirectoriesOfUsersThatNamespaceDoesNotMap() throws Exception {
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path bobs = directory("bobs", "rwxr-xr-x").toRealPath();
    Path shared = directory("bobs/tmp", "rwxrwxrwx").toRealPath();
    Files.setAttribute(shared, "unix:mode", 01777);
    Path own = directory("bobs/own", "rwx------").toRealPath();
    giveAway(bobs, 1002);
    giveAway(shared, 1002);
    giveAway(own, 1001);
    List<String> alice =
        List.of("setpriv", "--reuid=1001", "--regid=1001", "--clear-groups", "unshare", "--user");
    for (String option : List.of("--map-current-user", "--map-root-user", "--kill-child")) {
      List<String> command = new ArrayList<>(alice);
      command.add(option);
      assumeTrue(
          output(command, "cat", "/proc/self/uid_map").isPresent(),
          "no user namespace: it needs Linux, root and util-linux");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String path = System.getProperty("java.class.path");
      Optional<String> output =
          output(
              command,
              java,
              "-cp",
              path,
              Program.class.getName(),
              "/tmp",
              shared.toString(),
              own.toString());
      assumeTrue(output.isPresent(), "that user cannot read the classes");
      String refused = " belongs to some user that this user namespace does not map";
      assertThat(output.get().lines())
          .as(option)
          .containsExactly(
              "taken",
              OTHERS + shared + refused,
              OTHERS + (option.equals("--kill-child") ? own : bobs) + refused);
    }
  }

  private static Optional<String> output(List<String> command, String... arguments)
      throws Exception {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no such program
    }
  }

  @Test
  void followsLinkToBaseOnce() throws Exception {
    Path link = base.resolve("link");
    create(Files.createSymbolicLink(link, directory("target", "rwx------")));
    Path open = directory("open", "rwxrwxrwx").toRealPath();
    Path toOpen = Files.createSymbolicLink(base.resolve("to-open"), open);
    assertRefused(toOpen, OTHERS + open + " has mode 777 and no sticky bit");
  }

  @Test
  void deletesStaleDirectoriesOfThisUserAlone() throws Exception {
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
  void keepsStaleDirectoryOfAnotherUser() throws Exception {
    Path theirs = directory("cyclecounter-native-theirs", "rwx------");
    Path file = Files.write(theirs.resolve("file"), new byte[] {1});
    makeStale(theirs, 3600);
    giveAway(theirs);
    create(base);
    assertThat(file).exists();
  }
}

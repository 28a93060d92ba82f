// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.Java.done;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories from which no library can be loaded, or should not be. */
class DirectoryAttackIT extends LoaderAttack {

  // Directories that will not do

  @Test
  void reasonNamesNoexec() throws Exception {
    mount("noexec,mode=755");
    assertNoLibrary(
        Java.run(list(place)),
        place + ": the file system does not allow execution (noexec)",
        REMEDY);
    assertThat(left(place)).isEmpty();
  }

  @Test
  @Tag("long")
  void reasonNamesFullDisk() throws Exception {
    mount("size=64k,mode=755");
    Files.write(place.resolve("full"), new byte[56 * 1024]); // leaves two pages
    assertNoLibrary(Java.run(list(place)), place + ": No space left on device", REMEDY);
    assertThat(left(place)).isEmpty();
    assertLibrary(
        Java.run(list(place, "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"))));
  }

  @Test
  @Tag("long")
  void reasonNamesWhatUserMayNotWrite() throws Exception {
    Path mods = Java.copyMods(place.resolve("mods"));
    ProcessBuilder list = list(mods, place);
    list.command(asAnotherUser(list.command().toArray(String[]::new)));
    assertNoLibrary(Java.run(list), place + ": this user may not write there", REMEDY);
  }

  @Test
  @Tag("long")
  void reasonNamesUnreadableCopy() throws Exception {
    Path mods = Java.copyMods(place.resolve("mods"));
    Path shared = directory("shared", "1777");
    ProcessBuilder list = list(mods, shared);
    list.command().addAll(0, asAnotherUser("sh", "-c", "umask 0477; exec \"$@\"", "sh"));
    assertNoLibrary(
        Java.run(list), shared + ": the copy there cannot be opened (Permission denied)", REMEDY);
    assertThat(left(shared)).isEmpty();
  }

  // Other users

  @Test
  @Tag("long")
  void refusesDirectoryInWhichOthersMayRename() throws Exception {
    Path open = directory("open", "777");
    assertNoLibrary(
        Java.run(list(open)),
        ": other users may replace files in it: " + open + " has mode 777 and no sticky bit",
        REMEDY);
    Path below = directory("open/below", "700");
    assertNoLibrary(
        Java.run(list(below)),
        below
            + ": other users may replace files in it: "
            + open
            + " has mode 777 and no sticky bit");
    assertThat(left(open)).isEmpty();
    assertThat(left(below)).isEmpty();
  }

  @Test
  @Tag("long")
  void refusesDirectoryOfAnotherUser() throws Exception {
    Path theirs = directory("theirs", "1777");
    asAnotherUser();
    assertThat(done("chown", "65534", theirs.toString())).isTrue();
    assertNoLibrary(
        Java.run(list(theirs)),
        theirs + ": other users may replace files in it: " + theirs + " belongs to the user ");
    assertThat(left(theirs)).isEmpty();
  }

  @Test
  @Tag("long")
  void leavesWhatAnotherUserHasPlanted() throws Exception {
    Path shared = directory("shared", "1777");
    Path precious = Files.write(directory("precious", "755").resolve("keep"), new byte[] {1});
    String plant =
        """
        cd %s
        ln -s %s cyclecounter-native-link
        ln -s / cyclecounter-native-root
        mkdir -p cyclecounter-native-tree/a/b cyclecounter-native-files
        touch cyclecounter-native-files/{1..1000}
        mkfifo cyclecounter-native-pipe cyclecounter-native-files/pipe
        mkdir cyclecounter-native-many{1..3000}
        touch -d '1 hour ago' cyclecounter-native-{tree,files,pipe,many*}
        """
            .formatted(shared, precious.getParent());
    List<String> asAnotherUser = asAnotherUser("bash", "-c", plant);
    assertThat(done(asAnotherUser.toArray(String[]::new))).isTrue();
    Set<Path> before = Set.copyOf(left(shared));
    assertLibrary(Java.run(list(shared)));
    assertThat(Set.copyOf(left(shared))).hasSize(3005).isEqualTo(before);
    assertThat(Files.list(shared.resolve("cyclecounter-native-files"))).hasSize(1001);
    assertThat(precious).exists();
  }
}

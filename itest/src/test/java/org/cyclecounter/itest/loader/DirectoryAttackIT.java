// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories from which no library can be loaded, or should not be. */
class DirectoryAttackIT extends LoaderAttack {

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
}

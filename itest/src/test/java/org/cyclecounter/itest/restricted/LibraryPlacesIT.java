// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cyclecounter.itest.restricted.Launch.Told;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Places from which no library can be loaded, and many JVMs that load one at once. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the library used here is counter-x86's for Linux")
class LibraryPlacesIT {

  private static final String LIBRARY = "libcyclecounter-x86-1.so";
  private static final String REMEDY =
      "; -Dorg.cyclecounter.native.directory can name a writable directory without noexec, such"
          + " as a tmpfs; otherwise put on java.library.path the JAR's "
          + LIBRARY;

  @TempDir Path folder;

  /** Every directory that libraries are extracted to; the working directory is one. */
  private Path place = Path.of("");

  @BeforeEach
  void makePlace() throws IOException {
    place = Files.createDirectory(folder.resolve("place"));
  }

  private Launch launch() throws IOException {
    return new Launch(folder)
        .option("-Dorg.cyclecounter.native.directory=" + place)
        .option("-Djava.io.tmpdir=" + place)
        .option("-Duser.home=" + place)
        .variable("XDG_RUNTIME_DIR", place.toString());
  }

  @Test
  void reasonNamesNoexec() throws Exception {
    Told told =
        launch()
            .mounts("mount -t tmpfs -o noexec,mode=755 tmpfs %1$s; cd %1$s".formatted(place))
            .run();
    told.counted()
        .by(Launch.CLOCK)
        .rejects(
            "amd64-tsc",
            "the native library cyclecounter-x86-1 cannot be loaded; ",
            place + ": the file system does not allow execution (noexec)",
            REMEDY);
    assertThat(told.result().err())
        .last()
        .asString()
        .contains("a clock is read instead of a cycle counter: ", "cannot be loaded; ");
  }

  @Test
  @Tag("long")
  void twentyJvmsAtOnceLeaveNothing() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(20);
    List<Future<Told>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      // A JVM that tidies up below /tmp locks another's new file there, which that one prints.
      Launch launch = launch().option("-XX:-UsePerfData");
      all.add(pool.submit(launch::run));
    }
    for (Future<Told> told : all) {
      told.get().counted().works("amd64-tsc");
    }
    pool.shutdown();
    assertThat(place).isEmptyDirectory();
  }
}

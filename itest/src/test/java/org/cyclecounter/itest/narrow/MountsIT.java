// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.narrow;

import static org.cyclecounter.itest.narrow.Place.ANY;
import static org.cyclecounter.itest.narrow.Place.CLOCK;

import com.example.selecting.Clock;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.narrow.Place.Told;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without /proc, and where nothing can be written. */
class MountsIT {

  private static final String NO_PROC = "mount -t tmpfs -o ro tmpfs /proc";

  private static final String READ_ONLY =
      "while read -r id parent device root mount rest; do mount -o remount,bind,ro \"$mount\""
          + " || mount -t tmpfs -o ro tmpfs \"$mount\"; done </proc/self/mountinfo";

  @TempDir Path folder;

  @BeforeAll
  static void aCounterIsExpected() {
    String prefix = Platform.current().prefix();
    Place.needed(
        List.of("linux-x86-64", "linux-aarch64").contains(prefix),
        "the counters that are expected are those of Linux on x86-64 and arm64, not " + prefix);
  }

  /** Without /proc the launcher does not find its own libraries. */
  private Place noProc() throws Exception {
    String lib = System.getProperty("java.home") + "/lib";
    return new Place(folder).mounts(NO_PROC).variable("LD_LIBRARY_PATH", lib);
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "select"})
  void noProc(String way) throws Exception {
    noProc().run(way).counted("no /proc, " + way).by(ANY).works(Clock.NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "select"})
  void nothingCanBeWritten(String way) throws Exception {
    Told told = new Place(folder).mounts(READ_ONLY).run(way);
    told.counted("read-only root, " + way).by(CLOCK).works(Clock.NAME);
    told.rejects(
        "thread-cputime",
        "Read-only file system",
        "-Dorg.cyclecounter.native.directory can name a writable directory",
        "put on java.library.path the JAR's libcyclecounter-os-1.so");
  }

  @Test
  void nothingCanBeWrittenButInOneDirectory() throws Exception {
    Path writable = Files.createDirectory(folder.resolve("writable"));
    new Place(folder)
        .mounts(READ_ONLY + "; mount -t tmpfs -o mode=700 tmpfs " + writable)
        .option("-Dorg.cyclecounter.native.directory=" + writable)
        .run("static")
        .counted("read-only root and a tmpfs")
        .by(ANY);
  }

  @Test
  void whatIsOnTheLibraryPathNeedsNoDirectory() throws Exception {
    new Place(folder)
        .mounts(READ_ONLY)
        .option("-Djava.library.path=" + libraries())
        .run("static")
        .counted("read-only root, java.library.path")
        .by(ANY)
        .works("thread-cputime");
  }

  /** All of this platform's libraries, out of their JARs. */
  private Path libraries() throws Exception {
    Path libraries = Files.createDirectory(folder.resolve("libraries"));
    String beginning = "META-INF/native/" + Platform.current().prefix() + "/lib";
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      for (Path jar : jars.toList()) {
        try (JarFile open = new JarFile(jar.toFile())) {
          for (JarEntry entry : open.stream().toList()) {
            String name = entry.getName();
            if (name.startsWith(beginning) && name.endsWith(".so")) {
              try (InputStream in = open.getInputStream(entry)) {
                Files.copy(in, libraries.resolve(name.substring(beginning.length() - 3)));
              }
            }
          }
        }
      }
    }
    return libraries;
  }

  @Test
  void nothingCanBeExecutedWhereThingsCanBeWritten() throws Exception {
    Path writable = Files.createDirectory(folder.resolve("noexec"));
    new Place(folder)
        .mounts(READ_ONLY + "; mount -t tmpfs -o mode=700,noexec tmpfs " + writable)
        .option("-Djava.io.tmpdir=" + writable)
        .run("static")
        .counted("read-only root, tmpdir noexec")
        .by(CLOCK)
        .rejects(
            "thread-cputime",
            writable + ": the file system does not allow execution (noexec)",
            "can name a writable directory without noexec");
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "select"})
  void aSmallHeap(String way) throws Exception {
    new Place(folder)
        .option("-Xmx32m")
        .run(way)
        .counted("-Xmx32m, " + way)
        .by(ANY)
        .works(Clock.NAME);
  }
}

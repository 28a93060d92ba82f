// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.narrow;

import static org.cyclecounter.itest.narrow.Place.ANY;
import static org.cyclecounter.itest.narrow.Place.CLOCK;

import com.example.selecting.Clock;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.narrow.Place.Told;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without /proc, and where nothing can be written. */
class MountsIT {

  @TempDir Path folder;

  @BeforeAll
  static void aCounterIsExpected() {
    String prefix = Platform.current().prefix();
    Place.needed(
        List.of("linux-x86-64", "linux-aarch64").contains(prefix),
        "the counters that are expected are those of Linux on x86-64 and arm64, not " + prefix);
  }

  /** Without /proc the launcher does not find its own libraries. */
  @Test
  void countsWithoutProcInSmallHeap() throws Exception {
    new Place(folder)
        .mounts("mount -t tmpfs -o ro tmpfs /proc")
        .variable("LD_LIBRARY_PATH", System.getProperty("java.home") + "/lib")
        .option("-Xmx32m")
        .run()
        .counted("no /proc, small heap")
        .by(ANY)
        .works(Clock.NAME);
  }

  @Test
  @Tag("long")
  void readsClockWhereNothingCanBeWritten() throws Exception {
    Told told = new Place(folder).mounts(Place.READ_ONLY).run();
    told.counted("read-only root").by(CLOCK).works(Clock.NAME);
    told.rejects(
        "thread-cputime",
        "Read-only file system",
        "-Dorg.cyclecounter.native.directory can name a writable directory",
        "put on java.library.path the JAR's libcyclecounter-os-1.so");
  }
}

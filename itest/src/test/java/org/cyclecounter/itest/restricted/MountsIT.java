// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.restricted.Launch.ANY;
import static org.cyclecounter.itest.restricted.Launch.CLOCK;

import com.example.selecting.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.restricted.Launch.Told;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without /proc, without a writable directory, and with another kernel's files. */
class MountsIT {

  @TempDir Path folder;

  @BeforeAll
  static void aCounterIsExpected() {
    String prefix = Platform.current().prefix();
    Launch.needed(
        List.of("linux-x86-64", "linux-aarch64").contains(prefix),
        "the counters that are expected are those of Linux on x86-64 and arm64, not " + prefix);
  }

  /** Without /proc the launcher does not find its own libraries. */
  @Tag("long")
  @Test
  void countsWithoutProcInSmallHeap() throws Exception {
    new Launch(folder)
        .mounts("mount -t tmpfs -o ro tmpfs /proc")
        .variable("LD_LIBRARY_PATH", System.getProperty("java.home") + "/lib")
        .option("-Xmx32m")
        .run()
        .counted()
        .by(ANY)
        .works(Clock.NAME);
  }

  @Test
  @Tag("long")
  void readsClockWhereNothingCanBeWritten() throws Exception {
    Told told = new Launch(folder).mounts(Launch.READ_ONLY).run();
    told.counted().by(CLOCK).works(Clock.NAME);
    assertThat(told.result().err())
        .filteredOn(line -> line.contains("a clock is read instead of a cycle counter: "))
        .singleElement()
        .asString()
        .contains("Read-only file system", "-Dorg.cyclecounter.native.directory can name");
    told.rejects(
        "thread-cputime",
        "Read-only file system",
        "-Dorg.cyclecounter.native.directory can name a writable directory",
        "put on java.library.path the JAR's libcyclecounter-os-1.so");
  }

  /** As on a machine whose kernel has found that the cores' counters differ. */
  @Test
  @Tag("long")
  void rejectsTimeStampCounterThatKernelHasGivenUpForAllCores() throws Exception {
    Launch.needed(Platform.current().processor().equals("x86-64"), "the counter is x86-64's");
    Path list = Files.writeString(folder.resolve("available_clocksource"), "hpet acpi_pm\n");
    new Launch(folder)
        .mounts(
            "mount --bind %s /sys/devices/system/clocksource/clocksource0/%s"
                .formatted(list, list.getFileName()))
        .option("-Dorg.cyclecounter.minimumScope=system")
        .run()
        .counted()
        .by(CLOCK)
        .rejects(
            "amd64-tsc",
            "comparable on one core only; requested: system; the kernel does not accept it as a"
                + " clock source (available_clocksource: hpet acpi_pm)");
  }
}

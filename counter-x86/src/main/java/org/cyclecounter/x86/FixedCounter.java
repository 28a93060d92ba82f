// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Checks that Intel's fixed counter of core cycles can be read as it stands. Sources: Intel SDM
 * volume 3B, "Architectural Performance Monitoring"; the kernel's
 * Documentation/admin-guide/lockup-watchdogs.rst and its x86 {@code rdpmc} attribute.
 *
 * <p>Files are read before a first reading only on a processor that has the counter, because CPUID
 * is asked first.
 */
final class FixedCounter {

  /** The maker of the processors that have it, as {@code /proc/cpuinfo} names it. */
  static final String INTEL = "GenuineIntel";

  /** A narrower counter wraps within minutes: 40 bits at 4 GHz take 275 s. */
  private static final int NARROWEST = 48;

  // Also 1 with a watchdog that takes no counter: the file does not say which one it is.
  private static final Path WATCHDOG = Path.of("/proc/sys/kernel/nmi_watchdog");

  private FixedCounter() {}

  /** Returns its width in bits; 0 if CPUID shows none. */
  static native int width();

  static void check() throws CounterUnavailableException {
    check(width(), WATCHDOG);
  }

  static void check(int width, Path watchdog) throws CounterUnavailableException {
    if (width == 0) {
      throw new CounterUnavailableException(
          "this processor reports no fixed-function cycle counter (CPUID leaf 0x0a, Intel)");
    }
    if (width < NARROWEST) {
      throw new CounterUnavailableException(
          "the fixed-function counter has " + width + " bits, needs " + NARROWEST);
    }
    if (Platform.read(watchdog).equals("1")) {
      throw new CounterUnavailableException(
          "kernel.nmi_watchdog is 1: the watchdog uses the same counter and resets it every few"
              + " seconds; set kernel.nmi_watchdog to 0");
    }
  }

  /** Requires that every core PMU in a folder always allows RDPMC: level 2. */
  static void needsRdpmc2(Path devices) throws CounterUnavailableException {
    // cpu on most, cpu_core and cpu_atom on hybrid processors.
    try (DirectoryStream<Path> pmus = Files.newDirectoryStream(devices, "cpu*")) {
      for (Path pmu : pmus) {
        String level = Platform.read(pmu.resolve("rdpmc"));
        if (!level.equals("2")) {
          throw new CounterUnavailableException(
              pmu.resolve("rdpmc") + " is " + (level.isEmpty() ? "missing" : level) + ", needs 2");
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new CounterUnavailableException(
          devices + " cannot be listed, so RDPMC may not be allowed", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.selector.CpuCycles;

/**
 * Reads the given number of times and waits for the linking that this has begun. After the first
 * 900 reads, and at the end, it prints the mapped libraries; then it requests the report, which
 * links reads to measure them.
 */
final class ManyReads {

  /** So few reads do not pay for linking. */
  private static final int FEW = 900;

  private static final int BATCH = 1000;
  private static final int PAUSE_MS = 5;

  /** Loaded after the first few reads. */
  static final class Few {
    static volatile boolean areRead;

    private Few() {}
  }

  private ManyReads() {}

  public static void main(String[] arguments) throws Exception {
    int reads = Integer.parseInt(arguments[0]);
    long decreases = 0;
    long last = CpuCycles.cycles();
    for (int i = 1; i < reads; i++) {
      long now = CpuCycles.cycles();
      decreases += now < last ? 1 : 0;
      last = now;
      if (i == FEW - 1) {
        sayLibraries("few reads");
        Few.areRead = true;
      }
      if (i % BATCH == 0 && i < 50 * BATCH) {
        Thread.sleep(PAUSE_MS); // the reads are linked during these
      }
    }
    sayLibraries("all reads");
    System.out.println("decreases: " + decreases);
    CpuCycles.report()
        .counters()
        .forEach(
            counter ->
                System.out.println(
                    counter.verdict() + " " + counter.name() + " " + counter.reason()));
  }

  /** Says how many of the API's are mapped when no linking is under way. */
  private static void sayLibraries(String when) throws Exception {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("cyclecounter-linking")) {
        thread.join();
      }
    }
    try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
      long libraries =
          maps.filter(line -> line.contains("libcyclecounter-api-1"))
              .map(line -> line.substring(line.indexOf('/')))
              .distinct()
              .count();
      System.out.println("libraries of the API after " + when + ": " + libraries);
    }
  }
}

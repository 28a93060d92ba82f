// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.selector.CpuCycles;

/**
 * Reads as often as it is told and waits for what that has begun. A report, which links reads to
 * measure them, follows if it was often.
 */
final class ManyReads {

  private static final int BATCH = 1000;
  private static final int PAUSE_MS = 5;

  private ManyReads() {}

  public static void main(String[] arguments) throws Exception {
    int reads = Integer.parseInt(arguments[0]);
    long decreases = 0;
    long last = CpuCycles.cycles();
    for (int i = 1; i < reads; i++) {
      long now = CpuCycles.cycles();
      decreases += now < last ? 1 : 0;
      last = now;
      if (i % BATCH == 0 && i < 50 * BATCH) {
        Thread.sleep(PAUSE_MS); // linked meanwhile
      }
    }
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
      System.out.println("libraries of the API: " + libraries);
    }
    System.out.println("decreases: " + decreases);
    if (reads < BATCH) {
      return;
    }
    CpuCycles.report()
        .counters()
        .forEach(
            counter ->
                System.out.println(
                    counter.verdict() + " " + counter.name() + " " + counter.reason()));
  }
}

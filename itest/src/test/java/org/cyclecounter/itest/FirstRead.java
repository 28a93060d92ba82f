// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CpuCycles;

/**
 * Reads once, says which of the project's libraries are mapped by then, and asks for the report.
 */
final class FirstRead {

  /**
   * Loaded after the first reading: the reading may have needed any class that the JVM loaded
   * before this one.
   */
  static final class Done {
    static volatile boolean isDone;

    private Done() {}
  }

  private FirstRead() {}

  public static void main(String[] arguments) throws Exception {
    CpuCycles.cycles();
    Done.isDone = true;
    var libraries = new TreeSet<String>();
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      int name = line.indexOf("libcyclecounter-");
      if (name >= 0) {
        libraries.add(line.substring(name).replaceFirst("\\.so.*", ""));
      }
    }
    System.out.println(libraries);
    System.out.println(CpuCycles.implementation());
    if (arguments.length > 0) {
      for (CounterReport counter : CpuCycles.report().counters()) {
        System.out.println(counter.verdict() + " " + counter.name() + " " + counter.reason());
      }
    }
  }
}

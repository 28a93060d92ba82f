// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.itest.machines.Selection.Way;

/**
 * Selects a counter while the kernel's permission for one is withdrawn from outside, reads on until
 * then, and prints the events in lines as {@link Probe}'s. The arguments: the way to select, the
 * moment (0 if nothing is withdrawn), the counter in question, the file to write to before the
 * selection begins, and the kernel's setting.
 */
public final class Withdrawal {

  private static final long READING_NS = 500_000_000;
  private static final long PATIENCE_NS = 120_000_000_000L;

  private static long last;
  private static long decreases;

  private Withdrawal() {}

  public static void main(String[] arguments) throws IOException {
    Way way = Way.valueOf(arguments[0]);
    boolean withdrawn = !arguments[1].equals("0");
    Path setting = Path.of(arguments[4]);
    boolean allowed = isAllowed(setting);
    Files.writeString(Path.of(arguments[3]), "begun\n");

    long beginNs = System.nanoTime();
    Selection selection = Selection.by(way);
    LongSupplier reads = selection.cycles();
    last = reads.getAsLong();
    long first = last;
    long selectedNs = System.nanoTime() - beginNs;
    boolean still = isAllowed(setting);
    String selected = selection.implementation().get();
    System.out.println("@selected\t" + selected + "\t" + selectedNs / 1_000_000);
    System.out.println("@allowed\t" + allowed + "\t" + still);

    while (withdrawn && isAllowed(setting) && System.nanoTime() - beginNs < PATIENCE_NS) {
      read(reads, 0);
    }
    read(reads, READING_NS);
    selection.report().get(); // the first use of CpuCycles tries the others only now
    long middle = last;
    read(reads, READING_NS);
    System.out.println("@now\t" + isAllowed(setting) + "\t" + selection.implementation().get());
    System.out.println("@rise\t" + (middle - first) + "\t" + (last - middle) + "\t" + decreases);
    for (CounterReport counter : selection.report().get().counters()) {
      if (counter.reason().contains("did not return within")) {
        System.out.println("@late\t" + counter.name() + "\t" + counter.reason());
      }
      if (counter.name().equals(arguments[2])) {
        System.out.println("@report\t" + counter.verdict() + "\t" + counter.reason());
      }
    }
    System.out.println("@end\t" + arguments[0]);
  }

  private static boolean isAllowed(Path setting) throws IOException {
    return Files.readString(setting).strip().equals("1");
  }

  /** At least 1000 times, and for so long. */
  private static void read(LongSupplier reads, long ns) {
    long beginNs = System.nanoTime();
    do {
      for (int i = 0; i < 1_000; i++) {
        long now = reads.getAsLong();
        decreases += now < last ? 1 : 0;
        last = now;
      }
    } while (System.nanoTime() - beginNs < ns);
  }
}

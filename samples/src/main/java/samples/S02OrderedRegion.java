// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.zip.CRC32;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CpuCycles;

/*
 * 02. Count a region of code.
 *
 * Prints:
 *   <n> cycles for the CRC-32 of 4 KiB, by <counter>
 *   <overhead> cycles of these are the two readings
 *
 * Trap: a processor executes instructions out of order. Between two calls of cycles() may lie more
 * or less than what the source says; start() and stop() are ordered. They cost cycles themselves:
 * subtract them from a region that is short.
 */
public final class S02OrderedRegion {

  private S02OrderedRegion() {}

  public static void main(String[] arguments) {
    CRC32 checksum = new CRC32();
    byte[] data = new byte[4096];
    long smallest = Long.MAX_VALUE;

    for (int i = 0; i < 20_000; i++) { // the first ones are interpreted
      long start = CpuCycles.start(); // nothing before it moves into the region
      checksum.update(data);
      smallest = Math.min(smallest, CpuCycles.stop() - start); // nothing of the region moves out
    }
    String counter = CpuCycles.implementation();
    System.out.println(smallest + " cycles for the CRC-32 of 4 KiB, by " + counter);

    OrderedStopwatch watch = OrderedStopwatch.of(CpuCycles.counter());
    System.out.println(watch.overhead() + " cycles of these are the two readings");
  }
}

// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.Arrays;
import org.cyclecounter.selector.CpuCycles;

/*
 * 01. Read the counter.
 *
 * Prints:
 *   first     <first> cycles
 *   smallest  <smallest> cycles of 1000
 *   median    <median> cycles of 1000
 *   by <counter> at <frequency> Hz
 *
 * Trap: the first difference is the interpreter's, and tells nothing. Nor does the smallest: a
 * counter may move in steps of 26 and show 1 now and then. Readings are compared by subtraction,
 * never by <, because they may be negative and wrap.
 */
public final class S01Read {

  private S01Read() {}

  public static void main(String[] arguments) {
    long before = CpuCycles.cycles(); // selects a counter, once: tens of milliseconds
    long first = CpuCycles.cycles() - before;

    long[] differences = new long[1000];
    for (int round = 0; round < 100; round++) { // the last round is compiled
      for (int i = 0; i < differences.length; i++) {
        long start = CpuCycles.cycles();
        differences[i] = CpuCycles.cycles() - start;
      }
    }
    Arrays.sort(differences);

    System.out.println("first     " + first + " cycles");
    System.out.println("smallest  " + differences[0] + " cycles of 1000");
    System.out.println("median    " + differences[500] + " cycles of 1000");
    System.out.println("by " + CpuCycles.implementation() + " at " + CpuCycles.perSecond() + " Hz");
  }
}

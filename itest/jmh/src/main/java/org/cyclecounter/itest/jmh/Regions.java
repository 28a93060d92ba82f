// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;

/**
 * Differences between readings, each by itself: adjacent ones from Java and from C, and those of
 * empty ordered regions. Prints a line {@code NAME MINIMUM MEDIAN P999} for each, in cycles of the
 * counter.
 */
public final class Regions {

  private static final CycleCounter COUNTER = CpuCycles.counter();
  private static final int NUMBER = 100_001;
  private static final int ROUNDS = 30;
  private static final long LINKING_NS = 2_000_000_000;

  private static volatile long sink;

  private Regions() {}

  /**
   * Measures all of them.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    // Read often enough, the counter is linked on a thread of its own; then it is compiled anew.
    long endNs = System.nanoTime() + LINKING_NS;
    while (System.nanoTime() < endNs) {
      sink = COUNTER.cycles() + COUNTER.start() + COUNTER.stop();
    }
    print("adjacent-java", Regions::adjacentInJava);
    print("adjacent-c", Regions::adjacentInC);
    print("empty-region-java", Regions::emptyInJava);
  }

  private static void print(String name, Consumer<long[]> kind) {
    long[] differences = new long[NUMBER - 1];
    for (int i = 0; i < ROUNDS; i++) {
      kind.accept(differences); // the last round, compiled by then, counts
    }
    Arrays.sort(differences);
    long median = differences[differences.length / 2];
    long p999 = differences[differences.length * 999 / 1000];
    System.out.println(name + " " + differences[0] + " " + median + " " + p999);
  }

  private static void adjacentInJava(long[] differences) {
    long[] readings = new long[NUMBER];
    for (int i = 0; i < NUMBER; i++) {
      readings[i] = COUNTER.cycles();
    }
    for (int i = 0; i < differences.length; i++) {
      differences[i] = readings[i + 1] - readings[i];
    }
  }

  private static void adjacentInC(long[] differences) {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(NUMBER * Long.BYTES).order(ByteOrder.nativeOrder());
    Bare.readings(buffer, NUMBER);
    for (int i = 0; i < differences.length; i++) {
      differences[i] = buffer.getLong(8 * (i + 1)) - buffer.getLong(8 * i);
    }
  }

  private static void emptyInJava(long[] differences) {
    for (int i = 0; i < differences.length; i++) {
      long start = COUNTER.start();
      differences[i] = COUNTER.stop() - start;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;

/**
 * Differences between readings, each by itself: adjacent ones from Java and from C, and around 100
 * dependent multiplications. Prints a line {@code NAME MINIMUM MEDIAN P999} for each, in cycles of
 * the counter.
 */
public final class Regions {

  private static final CycleCounter COUNTER = CpuCycles.counter();
  private static final int NUMBER = 100_001;
  private static final int ROUNDS = 30;
  private static final long LINKING_NS = 2_000_000_000;
  private static final int MEANS = 1001;
  private static final int REGIONS = 10;

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
    print("multiply-java", Regions::multiplyInJava);
    print("empty-region-java", Regions::emptyInJava);
    printMean("multiply-c", Bare::multiplyLoop);
    printMean("empty-region-c", Bare::pairLoop);
    printMean("empty-region-gotsc", Bare::cpuidPairLoop);
  }

  /** The median of many means over a few regions each: few enough that most are not disturbed. */
  private static void printMean(String name, IntToLongFunction loop) {
    double[] means = new double[MEANS];
    for (int i = 0; i < MEANS; i++) {
      means[i] = (double) loop.applyAsLong(REGIONS) / REGIONS;
    }
    Arrays.sort(means);
    System.out.println(name + "-mean " + means[MEANS / 2]);
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

  private static void multiplyInJava(long[] differences) {
    for (int i = 0; i < differences.length; i++) {
      long start = COUNTER.start();
      long product = start;
      // In tens: the compiler unrolls them, and they cannot be joined.
      for (int j = 0; j < 10; j++) {
        product = ten(product);
      }
      differences[i] = COUNTER.stop() - start;
      sink = product;
    }
  }

  // Each product depends on the one before; the additions keep the factors from being multiplied.
  private static long ten(long x) {
    long p = x;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    p = p * p;
    return p * p;
  }
}

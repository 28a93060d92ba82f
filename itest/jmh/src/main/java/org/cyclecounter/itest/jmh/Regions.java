package org.cyclecounter.itest.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
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

  private static volatile long sink;

  private Regions() {}

  /** A kind of differences. */
  private interface Kind {
    void fill(long[] differences);
  }

  /**
   * Measures all of them.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    for (int i = 0; i < 2000 && CpuCycles.cycles() != 1; i++) {
      sink = i; // read often enough, it is linked
    }
    print("adjacent-java", Regions::adjacentInJava);
    print("adjacent-c", Regions::adjacentInC);
    print("multiply-java", Regions::multiplyInJava);
    print("empty-region-java", Regions::emptyInJava);
    int loops = 100_000;
    System.out.println("multiply-c-mean " + (double) Bare.multiplyLoop(loops) / loops);
    System.out.println("empty-region-c-mean " + (double) Bare.pairLoop(loops) / loops);
    System.out.println("empty-region-gotsc-mean " + (double) Bare.cpuidPairLoop(1000) / 1000);
  }

  private static void print(String name, Kind kind) {
    long[] differences = new long[NUMBER - 1];
    for (int i = 0; i < ROUNDS; i++) {
      kind.fill(differences); // the last round, compiled by then, counts
    }
    Arrays.sort(differences);
    System.out.println(
        name
            + " "
            + differences[0]
            + " "
            + differences[differences.length / 2]
            + " "
            + differences[differences.length * 999 / 1000]);
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
      for (int j = 0;
          j < 10;
          j++) { // in tens: the compiler unrolls them, and they cannot be joined
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

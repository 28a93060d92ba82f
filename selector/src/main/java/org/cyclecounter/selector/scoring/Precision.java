package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;

/**
 * The precision of a counter by libcpucycles's rule: 1001 adjacent readings that never decrease and
 * of which the last is not the first, in up to 10 attempts; the precision is the smallest positive
 * difference.
 *
 * @param cycles the smallest positive difference in cycles, without a penalty; 0 if every attempt
 *     failed
 * @param problem why the last attempt failed; empty if one succeeded
 */
public record Precision(long cycles, String problem) {

  private static final int READINGS = 1001;
  private static final int ATTEMPTS = 10;

  /** Enough calls of the sampling loop for it to be compiled, unless the counter is too slow. */
  private static final int WARM_UP_CALLS = 250;

  private static final int WARM_UP_READINGS = 32;
  private static final long WARM_UP_LIMIT_NS = 3_000_000;

  /**
   * Measures.
   *
   * @param source the counter
   * @param bits its width, 32 or 64
   * @param cyclesPerTick the scaling
   * @return the precision
   */
  public static Precision measure(TickSource source, int bits, Ratio cyclesPerTick) {
    warmUp(source);
    long[] readings = new long[READINGS];
    String problem = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long origin = cyclesPerTick.isOne() ? 0 : value(source.ticks(), bits);
      sample(source, readings);
      for (int i = 0; i < readings.length; i++) {
        readings[i] = cyclesPerTick.times(value(readings[i], bits) - origin);
      }
      long smallest = smallestPositiveDifference(readings);
      if (smallest > 0) {
        return new Precision(smallest, "");
      }
      problem = smallest < 0 ? "it runs backwards" : "it stands still";
    }
    return new Precision(0, problem + " in each of " + ATTEMPTS + " runs of 1000 reads");
  }

  private static long value(long ticks, int bits) {
    return bits == 32 ? ticks & 0xffff_ffffL : ticks;
  }

  // -1 if the readings decrease anywhere, 0 if they are all the same.
  private static long smallestPositiveDifference(long[] readings) {
    long smallest = 0;
    for (int i = 1; i < readings.length; i++) {
      long difference = readings[i] - readings[i - 1];
      if (difference < 0) {
        return -1;
      }
      if (difference > 0 && (smallest == 0 || difference < smallest)) {
        smallest = difference;
      }
    }
    return smallest;
  }

  private static void warmUp(TickSource source) {
    long[] readings = new long[WARM_UP_READINGS];
    long start = System.nanoTime();
    for (int i = 0; i < WARM_UP_CALLS && System.nanoTime() - start < WARM_UP_LIMIT_NS; i++) {
      sample(source, readings);
    }
  }

  private static void sample(TickSource source, long[] readings) {
    for (int i = 0; i < readings.length; i++) {
      readings[i] = source.ticks();
    }
  }
}

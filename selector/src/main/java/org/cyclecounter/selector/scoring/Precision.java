package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;

/**
 * The precision of a counter by libcpucycles's rule: 1001 adjacent readings that never decrease and
 * of which the last is not the first, in up to 10 attempts; the precision is the smallest positive
 * difference, of all attempts that succeed in a few milliseconds.
 *
 * @param cycles the smallest positive difference in cycles, without a penalty; 0 if every attempt
 *     failed
 * @param problem why the last attempt failed; empty if one succeeded
 */
public record Precision(long cycles, String problem) {

  private static final int READINGS = 1001;
  private static final int ATTEMPTS = 10;

  /**
   * The attempts left after one has succeeded are used too, for this long: the smallest of all
   * tells two names of one instruction apart less often by chance.
   */
  private static final long REPEAT_NS = 5_000_000;

  /**
   * How long the sampling loop runs before it counts. The JVM compiles it in the background after a
   * few hundred calls; until then the interpreter's own time would be taken for the counter's.
   */
  private static final long WARM_UP_NS = 8_000_000;

  private static final int WARM_UP_READINGS = 32;

  /**
   * Measures.
   *
   * @param source the counter
   * @param bits its width, 32 or 64
   * @param cyclesPerTick the scaling
   * @return the precision
   */
  public static Precision measure(TickSource source, int bits, Ratio cyclesPerTick) {
    return measure(source, bits, cyclesPerTick, WARM_UP_NS);
  }

  /**
   * Measures a second time, without a warm-up.
   *
   * @param source the counter
   * @param bits its width, 32 or 64
   * @param cyclesPerTick the scaling
   * @return the smaller of this precision and a new one; this one if every new attempt fails
   */
  public Precision again(TickSource source, int bits, Ratio cyclesPerTick) {
    Precision more = measure(source, bits, cyclesPerTick, 0);
    return more.cycles() > 0 && more.cycles() < cycles ? more : this;
  }

  static Precision measure(TickSource source, int bits, Ratio cyclesPerTick, long warmUpNs) {
    warmUp(source, warmUpNs);
    long[] readings = new long[READINGS];
    String problem = "";
    long best = 0;
    long endNs = System.nanoTime() + REPEAT_NS;
    for (int attempt = 0;
        attempt < ATTEMPTS && (best == 0 || System.nanoTime() < endNs);
        attempt++) {
      long smallest = smallestOf(source, bits, cyclesPerTick, readings);
      if (smallest > 0 && (best == 0 || smallest < best)) {
        best = smallest;
      }
      problem = smallest < 0 ? "it runs backwards" : "it stands still";
    }
    return best > 0
        ? new Precision(best, "")
        : new Precision(0, problem + " in each of " + ATTEMPTS + " runs of 1000 reads");
  }

  private static long smallestOf(
      TickSource source, int bits, Ratio cyclesPerTick, long[] readings) {
    long origin = cyclesPerTick.isOne() ? 0 : value(source.ticks(), bits);
    sample(source, readings);
    for (int i = 0; i < readings.length; i++) {
      readings[i] = cyclesPerTick.times(value(readings[i], bits) - origin);
    }
    return smallestPositiveDifference(readings);
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

  private static void warmUp(TickSource source, long forNs) {
    long[] readings = new long[WARM_UP_READINGS];
    long start = System.nanoTime();
    while (System.nanoTime() - start < forNs) {
      sample(source, readings);
    }
  }

  private static void sample(TickSource source, long[] readings) {
    for (int i = 0; i < readings.length; i++) {
      readings[i] = source.ticks();
    }
  }
}

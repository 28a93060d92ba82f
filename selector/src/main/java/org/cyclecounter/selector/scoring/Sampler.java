// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.util.Arrays;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * Takes 1001 adjacent readings of one counter. Not thread-safe: the readings are kept in the
 * sampler until the next run, so that nothing is allocated among them.
 */
public abstract class Sampler {

  static final int READINGS = 1001;

  /** The most reads of a run: one more than it keeps, where the readings are scaled. */
  static final int READS = READINGS + 1;

  /** Rounds of a slow counter's cost, and the time that each may take, in nanoseconds. */
  private static final int ROUNDS = 20;

  private static final double ROUND_NS = 100_000;

  /** The wall-clock time of the last readings, in nanoseconds. */
  long readingsNs;

  Sampler() {}

  /**
   * Returns a sampler of an open source: in C where the counter is a C function and the selector
   * has a library for this platform, otherwise in Java. Reads nothing yet.
   */
  public static Sampler of(TickSource source) {
    return source instanceof NativeTicks natively
            && natively.address() != 0
            && SelectorLibrary.load()
        ? new NativeSampler(natively)
        : JavaSampler.create(source);
  }

  /** Reads until a loop in Java is compiled: until its reads have stopped getting cheaper. */
  public void warmUp() {}

  /**
   * Has a loop in Java compiled, most likely: takes 4 ms of processor time, and {@code maxReads}
   * reads or few more.
   */
  public void warmUp(int maxReads) {}

  /**
   * Returns one of the last 1001 readings, in ticks, as it was read: the upper half of a 32-bit
   * counter's is undefined.
   */
  public abstract long reading(int index);

  /** Reads so often and keeps nothing of it. */
  abstract void read(int number);

  /**
   * Returns the wall-clock time of a read in the quickest of rounds that are far shorter than a
   * time slice, in nanoseconds: at most 1,000 reads.
   *
   * @param nanos the most that a read may take
   */
  double quickestRead(double nanos) {
    int reads = Math.max(1, Math.min(1_000 / ROUNDS, (int) (ROUND_NS / nanos)));
    long leastNs = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long startNs = System.nanoTime();
      read(reads);
      leastNs = Math.min(leastNs, System.nanoTime() - startNs);
    }
    return (double) leastNs / reads;
  }

  /** Counts the equal pairs of adjacent readings among the last ones: 0 to 1000. */
  int equal() {
    int equal = 0;
    long before = reading(0);
    for (int i = 1; i < READINGS; i++) {
      long reading = reading(i);
      equal += reading == before ? 1 : 0;
      before = reading;
    }
    return equal;
  }

  /** Returns the median of the 1000 differences of the last readings, in cycles. */
  long typical(int bits, Ratio cyclesPerTick) {
    long[] ticks = new long[READINGS - 1];
    Arrays.setAll(ticks, i -> (reading(i + 1) - reading(i)) << (64 - bits) >>> (64 - bits));
    Arrays.sort(ticks);
    return cyclesPerTick.times(ticks[ticks.length / 2]);
  }

  /**
   * Takes 1001 readings, after one more where they are to be scaled: products of small counts do
   * not wrap, which would look like a decrease.
   *
   * @return the smallest positive difference in cycles; 0 if the readings are all the same, -1 if
   *     they decrease anywhere
   */
  public abstract long smallest(int bits, Ratio cyclesPerTick);
}

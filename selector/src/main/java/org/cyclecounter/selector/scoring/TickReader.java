// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.util.function.LongSupplier;
import org.cyclecounter.spi.TickSource;

/** A counter and a clock for searches of a rate. Classes, not lambdas: cold start 1. */
final class TickReader {

  private TickReader() {}

  static final class Clock implements LongSupplier {
    @Override
    public long getAsLong() {
      return System.nanoTime();
    }
  }

  private record Ticks(TickSource source) implements LongSupplier {
    @Override
    public long getAsLong() {
      return source.ticks();
    }
  }

  /**
   * Reads a counter as 64 bits. Of a 32-bit one the differences are added up, so it must be read
   * more than once a wrap (1.4 s at 3 GHz): a search reads every 10 ms. The lambda is for 32 bits
   * only, which few counters have.
   */
  static LongSupplier of(TickSource source, int bits) {
    if (bits == 64) {
      return new Ticks(source);
    }
    long[] total = {source.ticks() & 0xffff_ffffL};
    return () -> total[0] += (int) source.ticks() - (int) total[0] & 0xffff_ffffL;
  }

  /**
   * Measures a rate over so much time and so many ticks, in ticks per second; NaN when {@code
   * endNs} comes first. The counter is not read meanwhile: each read may be its last.
   */
  static double ticksPerSecond(
      LongSupplier ticks, LongSupplier clockNs, long minNs, long minTicks, long endNs) {
    long firstNs = clockNs.getAsLong();
    long firstTicks = ticks.getAsLong();
    while (true) {
      long nowNs = clockNs.getAsLong();
      long passedNs = nowNs - firstNs;
      long passedTicks = passedNs >= minNs ? ticks.getAsLong() - firstTicks : 0;
      if (passedTicks >= minTicks) {
        return passedTicks * 1e9 / passedNs;
      }
      if (nowNs - endNs > 0) {
        return Double.NaN;
      }
    }
  }
}

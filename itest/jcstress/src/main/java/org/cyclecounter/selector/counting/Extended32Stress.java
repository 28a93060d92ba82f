// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.spi.TickSource;

/**
 * A 32-bit counter and its clock on a simulated machine, for threads that extend it. Time passes
 * with each look at either, 2 ms at a time, and the counter runs eight times as fast as estimated:
 * it wraps every 270 looks, and what is known of its distance from the clock is of no use after 150
 * more. Only threads that look make time pass, so a thread that the machine suspends anywhere in a
 * reading misses wraps by the dozen.
 */
final class Extended32Stress {

  /** Between two looks, in nanoseconds: a tenth of what counts as suspended. */
  private static final long STEP_NS = 2_000_000;

  private static final long ESTIMATED_HZ = 1_000_000_000;
  private static final long TICKS_PER_NS = 8;

  /** Reads of a thread: as many as take a few wraps. */
  private static final int READS = 300;

  /** A little less than a wrap. */
  private static final long FIRST_TICKS = (1L << 32) - 50_000_000;

  private final AtomicLong nowNs = new AtomicLong();
  private final Extended32 extended =
      new Extended32(new Low(), () -> nowNs.addAndGet(STEP_NS), ESTIMATED_HZ);

  private final class Low implements TickSource {
    @Override
    public long ticks() {
      return (int) ticksAt(nowNs.addAndGet(STEP_NS));
    }
  }

  private static long ticksAt(long ns) {
    return FIRST_TICKS + ns * TICKS_PER_NS;
  }

  /** Reads until the counter has wrapped a few times; says what was wrong first. */
  String read() {
    long last = Long.MIN_VALUE;
    for (int i = 0; i < READS; i++) {
      long least = ticksAt(nowNs.get());
      long ticks = extended.ticks();
      long most = ticksAt(nowNs.get());
      if (ticks < last) {
        return "decrease";
      }
      if (ticks < least || ticks > most) {
        return "wrong extension";
      }
      last = ticks;
    }
    return "right";
  }
}

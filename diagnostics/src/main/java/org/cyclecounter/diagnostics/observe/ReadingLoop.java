// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.lang.ref.Reference;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.CounterParts;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.scoring.Sampler;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a counter in a row, without the interpreter's time between them, as often as they are
 * needed: taken in C if the counter is a C function, otherwise in a loop that is compiled once. For
 * one thread.
 */
public final class ReadingLoop {

  private static final int WARM_UP_READS = 20_000;
  private static final int WARM_UP_RUNS = 20;

  /** Longest warm-up: where a read takes microseconds, an interpreted loop does not matter. */
  private static final long WARM_UP_NS = 100_000_000;

  private final CycleCounter counter;

  /** The loop in Java, once it is warm; null until it is needed. */
  private @Nullable Sampler compiled;

  /** Reads nothing yet. */
  public ReadingLoop(CycleCounter counter) {
    this.counter = counter;
  }

  /**
   * Takes readings on the calling thread. The first time may take 10 ms, if a loop in Java is
   * compiled, and a tenth of a second if reads are slow.
   *
   * @param count at most 1001
   * @return in cycles, from any origin: only differences within one array mean something
   */
  public long[] take(int count) {
    try {
      CounterParts parts = CounterParts.of(counter);
      if (parts != null && parts.source() instanceof NativeTicks inC && inC.address() != 0) {
        Sampler sampler = Sampler.of(inC);
        sampler.warmUp(WARM_UP_READS); // nothing, unless the selector has no library here
        if (isRead(sampler, inC, count)) {
          return cycles(sampler, parts.cyclesPerTick(), count);
        }
      }
      return cycles(inJava(), Ratio.ONE, count);
    } finally {
      Reference.reachabilityFence(counter); // OSGi closes a counter that is unreachable
    }
  }

  /**
   * Reads in C; returns false if it cannot be read on this thread: the counter's successor is read
   * in Java then. The C function returns special numbers where Java throws, so each reading is
   * compared with them.
   */
  private static boolean isRead(Sampler inC, TickSource source, int count) {
    try {
      source.ticks();
      inC.smallest(64, Ratio.ONE);
    } catch (Throwable e) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (source instanceof CheckedTicks && inC.reading(i) <= CheckedTicks.LOST) {
        return false;
      }
    }
    return true;
  }

  private Sampler inJava() {
    Sampler sampler = compiled;
    if (sampler == null) {
      long startNs = System.nanoTime();
      sampler = Sampler.of(counter::cycles);
      sampler.warmUp(WARM_UP_READS);
      for (int i = 1; i < WARM_UP_RUNS && System.nanoTime() - startNs < WARM_UP_NS; i++) {
        sampler.smallest(64, Ratio.ONE);
      }
      compiled = sampler;
    }
    sampler.smallest(64, Ratio.ONE);
    return sampler;
  }

  private static long[] cycles(Sampler taken, Ratio cyclesPerTick, int count) {
    long[] cycles = new long[count];
    for (int i = 0; i < count; i++) {
      cycles[i] = cyclesPerTick.times(taken.reading(i) - taken.reading(0));
    }
    return cycles;
  }
}

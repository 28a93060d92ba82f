// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.lang.ref.Reference;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.Composition;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a counter in a row, without the interpreter's time between them, as often as they are
 * wanted: taken in C where the counter is a C function, otherwise in a loop that is compiled once.
 * For one thread.
 */
public final class ReadingLoop {

  private static final int WARM_UP_READS = 20_000;
  private static final int WARM_UP_RUNS = 20;

  private final CycleCounter counter;

  /** The loop in Java, once it is warm; null until it is needed. */
  private @Nullable Sampler compiled;

  /** Reads nothing yet. */
  public ReadingLoop(CycleCounter counter) {
    this.counter = counter;
  }

  /**
   * Takes readings on the calling thread. The first time may take 10 ms, where a loop in Java is
   * compiled.
   *
   * @param count at most 1001
   * @return in cycles, from any origin: only differences within one array mean something
   */
  public long[] take(int count) {
    try {
      Composition parts = Composition.of(counter);
      Sampler inC = parts == null ? null : NativeSampler.of(parts.source());
      return parts != null && inC != null && isRead(inC, parts.source(), count)
          ? cycles(inC, parts.cyclesPerTick(), count)
          : cycles(inJava(), Ratio.ONE, count);
    } finally {
      Reference.reachabilityFence(counter); // OSGi closes a counter that nobody holds
    }
  }

  /**
   * Reads in C; returns false where it cannot be read on this thread: the counter's successor is
   * read in Java then. The C function returns special numbers where Java throws, so each reading is
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
    int runs = 1;
    if (sampler == null) {
      sampler = JavaSampler.of(counter::cycles);
      sampler.warmUp(WARM_UP_READS);
      compiled = sampler;
      runs = WARM_UP_RUNS;
    }
    for (int i = 0; i < runs; i++) {
      sampler.smallest(64, Ratio.ONE);
    }
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

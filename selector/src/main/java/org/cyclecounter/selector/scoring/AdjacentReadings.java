package org.cyclecounter.selector.scoring;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.Composition;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a counter in a row, without the interpreter's time between them: taken in C where the
 * counter is a C function, otherwise in a compiled loop of its own.
 */
public final class AdjacentReadings {

  private static final int WARM_UP_READS = 20_000;
  private static final int WARM_UP_RUNS = 20;

  private AdjacentReadings() {}

  /**
   * Takes them, on the calling thread.
   *
   * @param counter the counter
   * @param count how many, at most 1001
   * @return readings in cycles, from any origin
   */
  public static long[] of(CycleCounter counter, int count) {
    long[] inC = inC(Composition.of(counter), count);
    return inC != null ? inC : inJava(counter, count);
  }

  /** Null for what is no C function, or cannot be read on this thread. */
  private static long @Nullable [] inC(@Nullable Composition made, int count) {
    NativeSampler sampler = made == null ? null : NativeSampler.of(made.source());
    if (made == null || sampler == null) {
      return null;
    }
    try {
      made.source().ticks();
      sampler.smallest(64, Ratio.ONE);
    } catch (IllegalStateException e) {
      return null; // the counter's successor is read in Java
    }
    long[] cycles = new long[count];
    for (int i = 0; i < count; i++) {
      long ticks = sampler.reading(i);
      if (made.source() instanceof CheckedTicks && ticks <= CheckedTicks.LOST) {
        return null;
      }
      cycles[i] = made.cyclesPerTick().times(ticks - sampler.reading(0));
    }
    return cycles;
  }

  private static long[] inJava(CycleCounter counter, int count) {
    Sampler sampler = JavaSampler.of(counter::cycles);
    sampler.warmUp(WARM_UP_READS);
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      sampler.smallest(64, Ratio.ONE);
    }
    long[] cycles = new long[count];
    for (int i = 0; i < count; i++) {
      cycles[i] = sampler.reading(i);
    }
    return cycles;
  }
}

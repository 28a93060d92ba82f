// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.scoring.ReadingLoop;

/**
 * The two measurements of libcpucycles's {@code cpucycles-info}, made with the selected counter.
 *
 * @param median the median difference in cycles
 * @param differences the 63 differences between 64 adjacent readings, taken in C or in a compiled
 *     loop, in cycles
 * @param observed the frequencies observed over loops of growing length
 */
public record InfoMeasurements(long median, List<Long> differences, List<Observed> observed) {

  private static final int READINGS = 64;
  private static final int FIRST_LOOPS = 1024;
  private static final int LAST_LOOPS = 1 << 20;
  private static final int MIN_MICROSECONDS = 3;

  @SuppressWarnings("unused") // written, so that a loop is not optimised away
  private static volatile int sink;

  /**
   * The frequency that a loop showed.
   *
   * @param lowHz a lower bound in Hz: the inner difference over a microsecond more
   * @param highHz an upper bound in Hz: the outer difference over a microsecond less
   * @param loops how often the loop ran
   * @param microseconds how long it took
   */
  public record Observed(long lowHz, long highHz, int loops, long microseconds) {}

  /** Measures, for some 30 ms. */
  public static InfoMeasurements of(CycleCounter counter) {
    List<Long> differences = differences(counter);
    return new InfoMeasurements(median(differences), differences, observed(counter));
  }

  /**
   * Observes frequencies, for some milliseconds: one for each loop that took long enough and during
   * which the counter did not decrease.
   */
  public static List<Observed> observed(CycleCounter counter) {
    List<Observed> observed = new ArrayList<>();
    for (int loops = FIRST_LOOPS; loops <= LAST_LOOPS; loops *= 2) {
      observe(counter, loops).ifPresent(observed::add);
    }
    return List.copyOf(observed);
  }

  private static List<Long> differences(CycleCounter counter) {
    long[] readings = new ReadingLoop(counter).take(READINGS);
    Long[] differences = new Long[READINGS - 1];
    Arrays.setAll(differences, i -> readings[i + 1] - readings[i]);
    return List.of(differences);
  }

  /** The first value that has fewer than half of the others on either side. */
  static long median(List<Long> values) {
    for (long value : values) {
      long smaller = values.stream().filter(other -> other < value).count();
      long larger = values.stream().filter(other -> other > value).count();
      if (2 * smaller < values.size() && 2 * larger < values.size()) {
        return value;
      }
    }
    throw new IllegalArgumentException("no median of an even or empty list: " + values);
  }

  private static Optional<Observed> observe(CycleCounter counter, int loops) {
    long c0 = counter.cycles();
    long beginNs = System.nanoTime();
    long c1 = counter.cycles();
    for (int i = 0; i < loops; i++) {
      sink = i;
    }
    long c2 = counter.cycles();
    long endNs = System.nanoTime();
    long c3 = counter.cycles();
    if (c1 - c0 < 0 || c2 - c1 < 0 || c3 - c2 < 0) {
      return Optional.empty();
    }
    return observed(c2 - c1, c3 - c0, (endNs - beginNs) / 1000, loops);
  }

  static Optional<Observed> observed(long inner, long outer, long microseconds, int loops) {
    if (microseconds < MIN_MICROSECONDS) {
      return Optional.empty();
    }
    double low = 1e6 * inner / (microseconds + 1);
    double high = 1e6 * outer / (microseconds - 1);
    return Optional.of(
        new Observed((long) Math.floor(low), (long) Math.ceil(high), loops, microseconds));
  }
}

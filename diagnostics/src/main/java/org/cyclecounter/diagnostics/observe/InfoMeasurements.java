// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.Scoring;

/**
 * The two measurements of a release's {@code cpucycles-info}, made with the selected counter.
 *
 * <p>Its numbers are compared with libcpucycles's by people and scripts, so it is done as there,
 * weaknesses included: a clock of microseconds, and bounds instead of a fit.
 *
 * @param release the release
 * @param middle the median of the differences, or by 20260901 their interquartile mean, in cycles
 * @param differences the 63 differences between 64 adjacent readings, or by 20260901 64, taken in C
 *     or in a compiled loop, in cycles
 * @param observed the frequencies observed over loops of growing length
 */
public record InfoMeasurements(
    Scoring release, long middle, List<Long> differences, List<Observed> observed) {

  /** The differences of 20240114: an odd number, which has a median among them. */
  private static final int ODD = 63;

  /** Those of 20260901, which have quarters. */
  private static final int QUARTERED = 64;

  /** Iterations, doubled from one loop to the next: eleven loops. */
  private static final int FIRST_LOOPS = 1024;

  private static final int LAST_LOOPS = 1 << 20;

  /** A microsecond less or more, which the clock may be wrong by, would be too large a part. */
  private static final int MIN_MICROSECONDS = 3;

  /**
   * The frequency that a loop showed.
   *
   * @param lowHz a lower bound in Hz: the inner difference over a microsecond more
   * @param highHz an upper bound in Hz: the outer difference over a microsecond less
   * @param loops the iterations of the loop
   * @param microseconds how long it took
   */
  public record Observed(long lowHz, long highHz, int loops, long microseconds) {}

  /** Measures as 20240114 does, which is what JSON has. */
  public static InfoMeasurements of(CycleCounter counter) {
    return of(counter, Scoring.LIBCPUCYCLES_20240114);
  }

  /** Measures, for some 30 ms, as a release's cpucycles-info.c does. */
  public static InfoMeasurements of(CycleCounter counter, Scoring release) {
    boolean isOdd = release == Scoring.LIBCPUCYCLES_20240114;
    int count = isOdd ? ODD : QUARTERED;
    long[] readings = new ReadingLoop(counter).take(count + 1);
    List<Long> differences =
        IntStream.range(0, count).mapToObj(i -> readings[i + 1] - readings[i]).toList();
    long middle = isOdd ? median(differences) : interquartileMean(differences);
    return new InfoMeasurements(release, middle, differences, observed(counter));
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

  /** Returns the value in the middle of an odd number of them. */
  static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  /** Returns the mean of the middle half, rounded as there: half is added, and C truncates. */
  static long interquartileMean(List<Long> values) {
    int half = values.size() / 2;
    return (values.stream().sorted().skip(half / 2).limit(half).mapToLong(Long::longValue).sum()
            + half / 2)
        / half;
  }

  /** Reads the counter on both sides of the clock, for two bounds, as libcpucycles does. */
  private static Optional<Observed> observe(CycleCounter counter, int loops) {
    long c0 = counter.cycles();
    long beginNs = System.nanoTime();
    long c1 = counter.cycles();
    BusyLoop.run(loops);
    long c2 = counter.cycles();
    long endNs = System.nanoTime();
    long c3 = counter.cycles();
    // A counter that was lost or that runs backwards would give a rate of no meaning.
    return c1 - c0 < 0 || c2 - c1 < 0 || c3 - c2 < 0
        ? Optional.empty()
        : observed(c2 - c1, c3 - c0, (endNs - beginNs) / 1000, loops);
  }

  /**
   * Bounds the frequency: the clock may be wrong by a microsecond at either end.
   *
   * @param inner cycles between the readings next to the loop
   * @param outer cycles between those on the other sides of the clock
   */
  static Optional<Observed> observed(long inner, long outer, long microseconds, int loops) {
    if (microseconds < MIN_MICROSECONDS) {
      return Optional.empty();
    }
    double lowHz = 1e6 * inner / (microseconds + 1);
    double highHz = 1e6 * outer / (microseconds - 1);
    return Optional.of(
        new Observed((long) Math.floor(lowHz), (long) Math.ceil(highHz), loops, microseconds));
  }
}

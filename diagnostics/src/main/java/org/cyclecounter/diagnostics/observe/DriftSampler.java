// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters beside the clock, all within the same second and on one thread, which computes in
 * between: the counters of a thread that sleeps would stand still.
 *
 * <p>All in one second and not one after the other, so that the clock's own slewing, a migration or
 * a change of frequency is the same for all of them, and their pictures can be compared.
 */
final class DriftSampler {

  private static final long SECOND_NS = 1_000_000_000;

  /** Readings of each counter: points of a picture that is 270 pixels wide. */
  private static final int STEPS = 100;

  private static final long STEP_NS = SECOND_NS / STEPS;

  /**
   * A reading with more than 3 times the median time around it was interrupted, and its time is
   * uncertain by as much.
   */
  private static final int INTERRUPTED = 3;

  /**
   * Allowed on top, because a clock of coarse ticks often shows no time at all around a reading.
   */
  private static final long SPARE_NS = 50;

  private DriftSampler() {}

  /** A counter's readings, each later by the clock, for the one thread that observes. */
  private static final class Track {
    final CycleCounter counter;
    final List<ClockedReading> readings = new ArrayList<>();
    boolean failed;

    Track(CycleCounter counter) {
      this.counter = counter;
    }

    void read(LongSupplier clockNs) {
      try {
        ClockedReading reading = ClockedReading.of(counter::cycles, clockNs);
        // A coarse clock may not have moved.
        if (readings.isEmpty() || reading.ns() > readings.get(readings.size() - 1).ns()) {
          readings.add(reading);
        }
      } catch (RuntimeException e) { // no counter for this thread any more
        failed = true;
      }
    }

    /**
     * Fits a line to the readings that nothing interrupted; null for none. The median is a measure
     * for what is usual: it adapts to counters that are system calls.
     */
    @Nullable Drift drift() {
      if (failed || readings.isEmpty()) {
        return null;
      }
      long[] aroundNs = readings.stream().mapToLong(ClockedReading::aroundNs).sorted().toArray();
      long limitNs = INTERRUPTED * aroundNs[aroundNs.length / 2] + SPARE_NS;
      return Drift.of(
          readings.stream().filter(reading -> reading.aroundNs() <= limitNs).toList(),
          (double) counter.cyclesPerSecond());
    }
  }

  /**
   * Observes for a second by a clock that never decreases. The drift is null for a counter that
   * could not be read, or did not move.
   *
   * @param clockNs nanoseconds from any origin
   * @return one for each counter, in their order
   */
  static List<@Nullable Drift> of(List<CycleCounter> counters, LongSupplier clockNs) {
    List<Track> tracks = counters.stream().map(Track::new).toList();
    long startNs = clockNs.getAsLong();
    // Reads may be so slow that the second becomes two.
    for (int step = 0; step <= STEPS && clockNs.getAsLong() - startNs <= 2 * SECOND_NS; step++) {
      BusyLoop.until(clockNs, startNs + step * STEP_NS);
      tracks.stream().filter(track -> !track.failed).forEach(track -> track.read(clockNs));
    }
    List<@Nullable Drift> drifts = new ArrayList<>();
    tracks.forEach(track -> drifts.add(track.drift()));
    return drifts;
  }
}

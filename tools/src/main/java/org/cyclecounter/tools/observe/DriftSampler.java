// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters beside the clock, all in the same second and on one thread, which computes in
 * between: the counters of a thread that sleeps would stand still.
 */
final class DriftSampler {

  private static final long SECOND_NS = 1_000_000_000;
  private static final int STEPS = 100;
  private static final long STEP_NS = SECOND_NS / STEPS;

  /** Each reading is taken so often, and the one with the least time around it is kept. */
  private static final int TRIES = 3;

  /** A reading that took so many times as long as half of them was interrupted. */
  private static final int INTERRUPTED = 3;

  private static final long SPARE_NS = 50;

  @SuppressWarnings("unused") // written, so that a loop is not optimised away
  private static volatile int sink;

  /** A counter's readings. */
  private static final class Track {
    final CycleCounter counter;
    final List<Long> clockNs = new ArrayList<>();
    final List<Long> cycles = new ArrayList<>();
    final List<Long> tookNs = new ArrayList<>();
    boolean failed;

    Track(CycleCounter counter) {
      this.counter = counter;
    }

    void read(LongSupplier clock) {
      long best = Long.MAX_VALUE;
      long atNs = 0;
      long count = 0;
      for (int i = 0; i < TRIES; i++) {
        long beforeNs = clock.getAsLong();
        long now = counter.cycles();
        long took = clock.getAsLong() - beforeNs;
        if (took < best) {
          best = took;
          atNs = beforeNs + took / 2;
          count = now;
        }
      }
      if (clockNs.isEmpty() || atNs > clockNs.get(clockNs.size() - 1)) {
        clockNs.add(atNs);
        cycles.add(count);
        tookNs.add(best);
      }
    }

    /** A reading around which the thread was interrupted does not say when it was made. */
    @Nullable Drift drift() {
      List<Long> sorted = new ArrayList<>(tookNs);
      Collections.sort(sorted);
      long limit = sorted.isEmpty() ? 0 : INTERRUPTED * sorted.get(sorted.size() / 2) + SPARE_NS;
      List<Long> times = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      for (int i = 0; i < tookNs.size(); i++) {
        if (tookNs.get(i) <= limit) {
          times.add(clockNs.get(i));
          counts.add(cycles.get(i));
        }
      }
      return failed ? null : DriftFit.of(times, counts, (double) counter.cyclesPerSecond());
    }
  }

  private DriftSampler() {}

  /**
   * Observes for a second by a clock that never decreases. The drift is null for a counter that
   * could not be read, or did not move.
   */
  static List<@Nullable Drift> of(List<CycleCounter> counters, LongSupplier clock) {
    List<Track> tracks = counters.stream().map(Track::new).toList();
    long startNs = clock.getAsLong();
    for (int step = 0; step <= STEPS; step++) {
      while (clock.getAsLong() - startNs < step * STEP_NS) {
        sink = step;
      }
      for (Track track : tracks) {
        read(track, clock);
      }
      if (clock.getAsLong() - startNs > 2 * SECOND_NS) {
        break; // reads so slow that the second has become two
      }
    }
    List<@Nullable Drift> drifts = new ArrayList<>();
    tracks.forEach(track -> drifts.add(track.drift()));
    return drifts;
  }

  private static void read(Track track, LongSupplier clock) {
    try {
      if (!track.failed) {
        track.read(clock);
      }
    } catch (RuntimeException e) { // no counter for this thread any more
      track.failed = true;
    }
  }
}

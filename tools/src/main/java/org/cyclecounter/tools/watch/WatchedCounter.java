// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.measuring.ThreadPlacement;
import org.cyclecounter.diagnostics.observe.BusyLoop;
import org.cyclecounter.diagnostics.observe.ClockedReading;
import org.cyclecounter.diagnostics.observe.ReadingLoop;
import org.cyclecounter.selector.support.ProviderText;

/**
 * One counter, looked at again and again on one thread. Never throws what the counter throws after
 * its first reading.
 *
 * <p>Always the same thread: readings of a counter of a thread are otherwise another thread's, and
 * the thread's moves between processors are counted.
 *
 * <p>A counter that counts for its thread alone stands still while the thread waits for the next
 * look: its rate is observed over short times of computing, of which the highest is the one that
 * nothing interrupted. The rate is one of cycles as they are scaled, in Hz of the monotonic clock.
 */
public final class WatchedCounter {

  /** A thousand differences, all that {@link ReadingLoop} takes at once. */
  private static final int READINGS = 1001;

  /** Times of computing in an update: 3 ms of it for each counter of a thread. */
  private static final int WINDOWS = 3;

  private static final long WINDOW_NS = 1_000_000;

  private final String name;
  private final CycleCounter counter;
  private final IntFunction<long[]> adjacent;
  private final LongSupplier clockNs;
  private final Supplier<ThreadPlacement> placement;
  private final Histogram recent = new Histogram();
  private ClockedReading lastOfRate;
  private ThreadPlacement lastPlacement;

  /** The last reading of the update before, in cycles. */
  private long lastReading;

  private long median;
  private double hz = Double.NaN;
  private long moves;

  /** False for good once the system did not tell: a sum without one part of it would be wrong. */
  private boolean movesAreKnown = true;

  private long backwards;
  private String problem = "";

  /** Takes adjacent readings, the clock and the thread's placement as a test scripts them. */
  WatchedCounter(
      String name,
      CycleCounter counter,
      IntFunction<long[]> adjacent,
      LongSupplier clockNs,
      Supplier<ThreadPlacement> placement) {
    this.name = name;
    this.counter = counter;
    this.adjacent = adjacent;
    this.clockNs = clockNs;
    this.placement = placement;
    lastPlacement = placement.get();
    lastOfRate = read();
    lastReading = counter.cycles();
  }

  /**
   * Takes the first reading, on the thread that will call {@link #look()}; throws what a read
   * throws.
   */
  public static WatchedCounter of(String name, CycleCounter counter) {
    ReadingLoop loop = new ReadingLoop(counter);
    loop.take(READINGS); // so that it is compiled by the first look
    return new WatchedCounter(name, counter, loop::take, System::nanoTime, ThreadPlacement::now);
  }

  /** Looks at it once more: takes 1001 readings in a row, its rate, and the thread's placement. */
  public WatchedRow look() {
    if (problem.isEmpty()) {
      try {
        observe();
      } catch (RuntimeException | Error e) {
        problem = "can no longer be read: " + ProviderText.shorten(String.valueOf(e));
      }
    }
    return new WatchedRow(name, recent, median, hz, movesAreKnown ? moves : -1, backwards, problem);
  }

  private void observe() {
    double observedHz = rate();
    long reading = counter.cycles();
    long[] readings = adjacent.apply(READINGS);
    // Asked after the readings: another counter's name means that some of them may be its.
    String implementation = counter.implementation();
    if (!implementation.equals(name)) {
      problem = "lost; its readings continue with " + implementation;
      return;
    }
    hz = observedHz;
    // From one update to the next, between which the thread may have moved.
    countBackwards(reading - lastReading);
    lastReading = counter.cycles();
    long[] differences = new long[readings.length - 1];
    Arrays.setAll(differences, i -> readings[i + 1] - readings[i]);
    countBackwards(differences);
    recent.add(differences);
    Arrays.sort(differences);
    median = differences[differences.length / 2];
    ThreadPlacement current = placement.get();
    long moved = current.movesSince(lastPlacement);
    movesAreKnown &= moved >= 0;
    moves += Math.max(0, moved);
    lastPlacement = current;
  }

  /** Returns the rate in Hz, since the last look or over the next milliseconds. */
  private double rate() {
    if (counter.scope() != Scope.THREAD) {
      ClockedReading earlier = lastOfRate;
      lastOfRate = read();
      return lastOfRate.hzSince(earlier);
    }
    double highest = Double.NaN;
    for (int i = 0; i < WINDOWS; i++) {
      ClockedReading first = read();
      BusyLoop.until(clockNs, first.ns() + WINDOW_NS);
      double hz = read().hzSince(first);
      // In this order, because the first one is compared with NaN.
      highest = hz <= highest ? highest : hz;
    }
    return highest;
  }

  private ClockedReading read() {
    return ClockedReading.of(counter::cycles, clockNs);
  }

  private void countBackwards(long... differences) {
    backwards += Arrays.stream(differences).filter(difference -> difference < 0).count();
  }
}

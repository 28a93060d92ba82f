// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.ProviderText;

/** One counter, looked at again and again on one thread. Never throws what the counter throws. */
public final class WatchedCounter {

  private static final int READINGS = 1001;

  private final String name;
  private final Readings readings;
  private final Supplier<ThreadPlacement> placement;
  private final Histogram recent = new Histogram();
  private final RateMeter rate;
  private ThreadPlacement placed;
  private long last;
  private long median;
  private double hz = Double.NaN;
  private long moves;
  private boolean movesAreKnown = true;
  private long backwards;
  private String problem = "";

  WatchedCounter(
      String name,
      Scope scope,
      Readings readings,
      LongSupplier clockNs,
      Supplier<ThreadPlacement> placement) {
    this.name = name;
    this.readings = readings;
    this.placement = placement;
    readings.adjacent(READINGS); // so that its loop is compiled by the first look
    placed = placement.get();
    rate = new RateMeter(readings, scope, clockNs);
    last = readings.now();
  }

  /**
   * Takes the first reading, on the thread that will call {@link #look()}; throws what a read
   * throws.
   */
  public static WatchedCounter of(String name, CycleCounter counter) {
    return new WatchedCounter(
        name, counter.scope(), Readings.of(counter), System::nanoTime, ThreadPlacement::now);
  }

  public String name() {
    return name;
  }

  /** Looks at it once more: takes 1001 readings in a row, its rate, and where the thread runs. */
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
    double observedHz = rate.hz();
    long now = readings.now();
    long[] cycles = readings.adjacent(READINGS);
    String read = readings.implementation();
    if (!read.equals(name)) {
      problem = "lost; its readings continue with " + read;
      return;
    }
    hz = observedHz;
    count(now - last);
    last = readings.now();
    long[] differences = new long[cycles.length - 1];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = cycles[i + 1] - cycles[i];
      count(differences[i]);
    }
    recent.add(differences);
    Arrays.sort(differences);
    median = differences[differences.length / 2];
    ThreadPlacement here = placement.get();
    long moved = here.movesSince(placed);
    movesAreKnown &= moved >= 0;
    moves += Math.max(0, moved);
    placed = here;
  }

  private void count(long difference) {
    if (difference < 0) {
      backwards++;
    }
  }
}
